"""Puts an analysis together: the one implementation of the open recursion, and the checked file. Floor 3."""

from __future__ import annotations

from pathlib import Path

from retain_lint.interpreter.calls.dispatch import call_value
from retain_lint.interpreter.calls.opaque_calls import call_opaque, call_opaque_module, call_opaque_tensor_method
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.library_model import Library
from retain_lint.interpreter.context.program import Program
from retain_lint.interpreter.library.arranged_items import ArrangedItems
from retain_lint.interpreter.library.attribute_mappings import AttributeMappings
from retain_lint.interpreter.library.autograd_functions import AutogradFunctions
from retain_lint.interpreter.library.class_tests import ClassTests
from retain_lint.interpreter.library.collection_types import CollectionFunctions
from retain_lint.interpreter.library.container_subclasses import ContainerSubclasses
from retain_lint.interpreter.library.data_subclasses import DataSubclasses
from retain_lint.interpreter.library.device_queries import DeviceQueries
from retain_lint.interpreter.library.distribution_subclasses import DistributionSubclasses
from retain_lint.interpreter.library.element_pickers import ElementPickers
from retain_lint.interpreter.library.enumerations import Enumerations
from retain_lint.interpreter.library.exit_stack_modes import ExitStacks
from retain_lint.interpreter.library.float_functionals import FloatFunctionals
from retain_lint.interpreter.library.forward_hooks import ForwardHooks
from retain_lint.interpreter.library.function_wrappers import FunctionWrappers
from retain_lint.interpreter.library.functional_call import FunctionalCalls
from retain_lint.interpreter.library.functools_cache import FunctoolsCache
from retain_lint.interpreter.library.gradient_mode import GradientMode
from retain_lint.interpreter.library.kept_arguments import KeptArguments
from retain_lint.interpreter.library.layer_subclasses import LayerSubclasses
from retain_lint.interpreter.library.lightning_optimizers import LightningOptimizers
from retain_lint.interpreter.library.minimizers import Minimizers
from retain_lint.interpreter.library.model_makers import ModelMakers
from retain_lint.interpreter.library.module_imports import ModuleImports
from retain_lint.interpreter.library.module_wrappers import WRAPPERS
from retain_lint.interpreter.library.modules import call_module_method
from retain_lint.interpreter.library.numpy_arrays import NumberArrays
from retain_lint.interpreter.library.object_getters import ObjectGetters
from retain_lint.interpreter.library.optimizer_subclasses import OptimizerSubclasses
from retain_lint.interpreter.library.packed_sequences import PackedSequences
from retain_lint.interpreter.library.planned_networks import PlannedNetworks
from retain_lint.interpreter.library.pretrained_models import PretrainedModels
from retain_lint.interpreter.library.pytest_fixtures import PytestFixtures
from retain_lint.interpreter.library.record_functions import RecordFunctions
from retain_lint.interpreter.library.sequential_subclasses import SequentialSubclasses
from retain_lint.interpreter.library.simple_namespaces import KeywordObjects
from retain_lint.interpreter.library.six_dictionaries import SixDictionaries
from retain_lint.interpreter.library.tensor_datasets import TensorDatasets
from retain_lint.interpreter.library.transformers_outputs import ModelOutputs
from retain_lint.interpreter.library.worker_processes import WorkerProcesses
from retain_lint.interpreter.paths.function_bodies import run_function
from retain_lint.interpreter.paths.module_bodies import run_module
from retain_lint.project.loader import LoadedModule, Project

#: every model of a library type or function; where several claim a name, the first is asked first
LIBRARY = Library(
    [
        FunctionWrappers(),
        PytestFixtures(),
        ObjectGetters(),
        CollectionFunctions(),
        TensorDatasets(),
        ArrangedItems(),
        ElementPickers(),
        SixDictionaries(),
        FunctionalCalls(),
        WorkerProcesses(),
        Minimizers(),
        PlannedNetworks(),
        ModelMakers(),
        RecordFunctions(),
        Enumerations(),
        ModelOutputs(),
        KeywordObjects(),
        AttributeMappings(),
        NumberArrays(),
        FloatFunctionals(),
        GradientMode(),
        DeviceQueries(),
        ForwardHooks(),
        FunctoolsCache(),
        ExitStacks(),
        AutogradFunctions(),
        DataSubclasses(),
        DistributionSubclasses(),
        ContainerSubclasses(),
        OptimizerSubclasses(),
        WRAPPERS,
        KeptArguments(),
        SequentialSubclasses(),
        LayerSubclasses(),
        PretrainedModels(),
        PackedSequences(),
        LightningOptimizers(),
        ModuleImports(),
        ClassTests(),
    ]
)


class WholeInterpreter:
    """See context/interpreter.py."""

    call_value = staticmethod(call_value)
    run_function = staticmethod(run_function)
    run_module = staticmethod(run_module)
    call_opaque = staticmethod(call_opaque)
    call_opaque_module = staticmethod(call_opaque_module)
    call_opaque_tensor_method = staticmethod(call_opaque_tensor_method)
    call_module_method = staticmethod(call_module_method)


def make_analysis(loaded: LoadedModule, project: Project) -> Analysis:
    """What an analysis of a file begins with."""
    path = str(Path(loaded.source.path).absolute())
    m = Analysis(WholeInterpreter(), Program(project, main=path, script=path), library=LIBRARY)
    m.program.register(path, loaded)
    return m
