"""The recipe of the instances taxonomy: named entities and their classes, as facts.

    python instances.py SHARED OUTPUT.tsv.gz [--limit N]

reads `SHARED/corpus/part-*.txt.xz`, `SHARED/entities/enwiki2019_page_categories.tsv.gz` and
`SHARED/taxonomies/wordnet31`, and writes rows `id, label, synonyms|..., parents|...`, classes
first, then instances, those that are met most first. What it promises: a row is a fact (a name
and the class its article plainly claims), never text; a class is a kind of its parents; the top
of every chain is a WordNet noun, `wordnet:` and its offset. Same input, same bytes.
`docs/instances.md` says how right it is and where it fails.
"""

from __future__ import annotations

import argparse
import gzip
import math
import re
import sys
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from instances_classes import class_rows, settle
from instances_names import bare_title, full_names
from instances_reading import Claim, Vocabulary, category_claim, claims
from instances_usage import Usage, is_name, label_key, usage
from instances_vocabulary import lines, read_vocabulary, read_wordnet

from reticent.errors import KnowledgeError, ReticentError

LIMIT = 150_000
CLASS_AT_LEAST = 10
LISTS = Path(__file__).parent
SHORT_BEFORE_COMMA = ("place", "feature", "person")
SEPARATORS = re.compile(r"[\t|\n\r]")


@dataclass(frozen=True, slots=True)
class Article:
    """A title, the paragraph it opens with, and how many words the corpus has of it."""

    title: str
    first: str
    words: int


@dataclass(frozen=True, slots=True)
class Instance:
    """A named entity: the title of its article, what it is called and what it is."""

    title: str
    label: str
    synonyms: tuple[str, ...]
    claims: tuple[Claim, ...]
    words: int
    score: float = 0.0

    @property
    def kind(self) -> str:
        return self.claims[0].head.kind


def paragraphs(corpus: Path) -> Iterator[tuple[str, list[str]]]:
    """Each article's title and its paragraphs. A folder without articles is refused."""
    paths = sorted(corpus.glob("part-*.txt.xz"))
    if not paths:
        raise KnowledgeError(f"no part-*.txt.xz in {corpus.name}: give the folder of the corpus")
    for path in paths:
        title, body = "", []
        for number, line in enumerate(lines(path), 1):
            line = line.rstrip("\n")
            if title and line:
                body.append(line)
            elif title:
                yield title, body
                title, body = "", []
            elif line.startswith("# "):
                title = line[2:]
            elif line:
                raise KnowledgeError(f"{path.name}, line {number}: a title `# ...` should be here")
        if title:
            yield title, body


def read_articles(corpus: Path) -> Iterator[Article]:
    for title, body in paragraphs(corpus):
        if body:
            yield Article(title, body[0], sum(text.count(" ") + 1 for text in body))


def read_categories(path: Path) -> Iterator[tuple[str, list[str]]]:
    """The pages of the table with their categories."""
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                title, tab, categories = line.rstrip("\n").partition("\t")
                if not tab:
                    raise KnowledgeError(f"{path.name}, line {number}: a page and its categories")
                yield title, categories.split("|")
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise KnowledgeError(f"cannot read {path.name} to its end: get the file again") from error


def of_article(article: Article, vocabulary: Vocabulary) -> Instance | None:
    """The instance an article defines, or None: a list, a concept, an unclear sentence."""
    title = article.title.replace("_", " ").strip()
    if SEPARATORS.search(title) or title.startswith(("List of", "Lists of", "Index of")):
        return None
    if not is_name(title) or not (found := claims(title, article.first, vocabulary)):
        return None
    synonyms: tuple[str, ...] = ()
    if found[0].head.kind == "person" or title.isupper():
        synonyms = full_names(title, article.first)
    return Instance(title, bare_title(title)[0], synonyms, tuple(found[:4]), article.words)


def of_categories(title: str, categories: Sequence[str], vocabulary: Vocabulary) -> Instance | None:
    """The instance that a page's categories agree on. A person must have a year or be living."""
    if SEPARATORS.search(title) or title.startswith(("List of", "Lists of")) or not is_name(title):
        return None
    found = [c for name in categories if (c := category_claim(name, vocabulary)) is not None]
    kinds = {claim.head.kind for claim in found}
    if len(found) < 2 or len(kinds) != 1:
        return None
    lives = any(re.search(r"(?:births|deaths|Living people)$", name) for name in categories)
    if ("person" in kinds) != lives:
        return None
    often = Counter(claim.head.words for claim in found)
    sure = [c for c in dict.fromkeys(found) if often[c.head.words] > 1]
    return Instance(title, bare_title(title)[0], (), tuple(sure[:4]), 0) if sure else None


def with_labels(
    instances: Iterable[Instance], used: Usage, taken: frozenset[str]
) -> list[Instance]:
    """The instances under labels that are names; those without such a label are left out.

    `taken` are titles: "Sweden" is the country, so "Sweden, Missouri" has its full title only, and
    "Rain (film)" is left out where there is an article "Rain". Persons may share a name.
    """
    instances = list(instances)
    names = Counter[str]()
    for each in instances:
        key = label_key(each.label)
        if each.kind == "person" and len(key) > 1:
            names.update({key[0], key[-1]})
    kept: list[Instance] = []
    for each in instances:
        good = used.is_proper(each.label, names)
        if each.title == each.label:
            if good:
                kept.append(each)
        elif each.title.endswith(")"):
            if good and (each.label not in taken or each.kind == "person"):
                kept.append(each)
        elif good and each.label not in taken and each.kind in SHORT_BEFORE_COMMA:
            kept.append(replace(each, synonyms=(each.title, *each.synonyms)))
        else:
            kept.append(replace(each, label=each.title))
    return kept


def ranked(instances: Sequence[Instance], used: Usage, limit: int) -> list[Instance]:
    """The instances most probably met: named in other articles, and with a longer article."""
    sharing = Counter(label_key(each.label) for each in instances)

    def score(each: Instance) -> float:
        key = label_key(each.label)
        named = max(0, used.capitalised[key] - 1) / sharing[key]
        return math.log2(1 + named) + min(each.words, 2000) / 250

    scored = [replace(each, score=score(each)) for each in instances]
    scored.sort(key=lambda each: (-each.score, each.title))
    return scored[:limit]


def gather(shared: Path, vocabulary: Vocabulary) -> tuple[dict[str, Instance], frozenset[str]]:
    """All candidates by title, and the titles whose meaning is settled by an article."""
    found: dict[str, Instance] = {}
    others: set[str] = set()
    for article in read_articles(shared / "corpus"):
        if (instance := of_article(article, vocabulary)) is not None:
            known = found.get(instance.title)
            if known is None or known.words < instance.words:
                found[instance.title] = instance
        elif not re.match(r"\s*[-*•]|.{0,80}\b(?:refers? to|surname|given name)\b", article.first):
            others.add(article.title.replace("_", " ").strip())
    for title, categories in read_categories(
        shared / "entities" / "enwiki2019_page_categories.tsv.gz"
    ):
        page = title.replace("_", " ").strip()
        if (
            page not in found
            and (instance := of_categories(page, categories, vocabulary)) is not None
        ):
            found[page] = instance
    return found, frozenset(others | found.keys() | vocabulary.regions.keys())


def make(
    shared: Path, limit: int = LIMIT, at_least: int = CLASS_AT_LEAST, lists: Path = LISTS
) -> list[tuple[str, str, str, str]]:
    """All rows: classes in order of their ids, then instances, those most probably met first."""
    wordnet = read_wordnet(shared / "taxonomies" / "wordnet31")
    vocabulary = read_vocabulary(wordnet, lists)
    found, taken = gather(shared, vocabulary)
    if not found:
        raise KnowledgeError("no instance was found: is this the corpus of articles?")
    texts = (body for _, body in paragraphs(shared / "corpus"))
    used = usage(texts, (each.label for each in found.values()))
    chosen = ranked(with_labels(found.values(), used, taken), used, limit)
    settled = settle([each.claims for each in chosen], at_least)
    classes = class_rows(settled, wordnet, vocabulary)
    rows = [
        (each.title.replace(" ", "_"), each.label, "|".join(dict.fromkeys(each.synonyms)), parents)
        for each, parents in zip(chosen, ("|".join(ids) for ids in settled.parents), strict=True)
    ]
    ids = [row[0] for row in (*classes, *rows)]
    if len(ids) != len(set(ids)):
        raise KnowledgeError("an instance has the id of a class: the recipe needs another id")
    return [*classes, *rows]


def write(rows: Sequence[tuple[str, str, str, str]], output: Path) -> None:
    """The rows as gzip without a time stamp, complete or not at all."""
    text = "".join("\t".join(row) + "\n" for row in rows)
    part = output.with_name(output.name + ".part")
    part.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    part.replace(output)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Make the rows of the instances taxonomy.")
    parser.add_argument("shared", type=Path, help="folder with corpus/, entities/, taxonomies/")
    parser.add_argument("output", type=Path, help="where the rows go (.tsv.gz)")
    parser.add_argument("--limit", type=int, default=LIMIT, help="how many instances at most")
    options = parser.parse_args(arguments)
    try:
        rows = make(options.shared, options.limit)
        write(rows, options.output)
    except ReticentError as error:
        print(f"instances: {error}", file=sys.stderr)
        return error.exit_status
    print(f"{len(rows)} rows, {options.output.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
