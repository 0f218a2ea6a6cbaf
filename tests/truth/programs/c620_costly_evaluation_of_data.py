import torch
from torch import nn


def normalise(text):
    def lower(word):
        return word.lower()

    words = [lower(word) for word in text.split() if word not in ("a", "the")]
    return " ".join(words) if words else ""


def score(metric, answer, truths):
    best = 0.0
    for truth in truths:
        found = metric(normalise(answer), normalise(truth))
        if found > best:
            best = found
    return best


def overlap(answer, truth):
    common = [word for word in answer.split() if word in truth.split()]
    if not common:
        return 0.0
    precision = len(common) / len(answer.split())
    recall = len(common) / len(truth.split())
    return 2 * precision * recall / (precision + recall)


def exact(answer, truth):
    return float(answer == truth)


def evaluate(articles, answers):
    total = hits = overlaps = 0.0
    for article in articles:
        for paragraph in article["paragraphs"]:
            for question in paragraph["questions"]:
                total += 1
                if question["id"] not in answers:
                    continue
                answer = answers[question["id"]]
                hits += score(exact, answer, question["truths"])
                overlaps += score(overlap, answer, question["truths"])
    return {"exact": 100 * hits / max(total, 1), "overlap": 100 * overlaps / max(total, 1)}


net = nn.Linear(2, 1)
articles = [{"paragraphs": [{"questions": [{"id": 1, "truths": ["the sea", "a sea"]}]}]}]
best = 0.0
for step in range(3):
    loss = net(torch.randn(4, 2)).sum()
    loss.backward(retain_graph=True)  # expect: RTG201
    found = evaluate(articles, {1: input() if step > 9 else "Sea"})
    if found["exact"] > best:
        best = found["exact"]
