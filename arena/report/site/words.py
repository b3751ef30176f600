"""The words that pseudonyms are made of, one of each kind: plain, easy to say, and of nobody in particular."""

from __future__ import annotations


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


ADJECTIVES = _words("""
    amber azure bold brave brisk bronze calm clear clever cool coral crimson eager early fair fleet gentle golden grand
    green happy hazel honest humble indigo ivory jade jolly keen kind light lively lunar maple mellow merry misty noble
    olive opal patient pearl plain proud quick quiet rapid royal ruby rustic sandy scarlet serene silver sincere sleek
    snowy solar steady stone sunny swift teal
""")
NOUNS = _words("""
    badger beaver bison bobcat camel canary condor cougar crane cricket curlew dolphin dove eagle egret falcon ferret
    finch gazelle gecko gibbon goose hare hawk heron ibex ibis jackdaw jaguar kestrel kiwi koala lark lemur linnet llama
    lynx magpie marten mole moose newt ocelot osprey otter owl panda parrot pelican penguin plover puffin quail raven
    robin seal sparrow stork swallow swan tapir toucan walrus wren
""")
