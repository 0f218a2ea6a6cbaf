from inspect import unwrap

import test_gradients as tests

graph = unwrap(tests.shared)()
tests.test_gradients_of_a_shared_graph(graph)
tests.test_other_gradients_of_a_shared_graph(graph)
suite = tests.TestGradients()


def run_fixtures():
    net, data = unwrap(tests.net)(), unwrap(tests.TestGradients.data)(suite)
    return net, data, unwrap(tests.TestGradients.features)(suite, net, data)


net, data, features = run_fixtures()
suite.test_gradients_of_data(data)
net, data, features = run_fixtures()
suite.test_gradients_of_features(features, net)
net, data, features = run_fixtures()
suite.test_gradients_of_features_twice(features)
