"""The instances recipe: what a first sentence says, and the whole recipe on a small corpus."""

from __future__ import annotations

import gzip
import lzma
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.errors import KnowledgeError, TaxonomyError

RECIPE = Path(__file__).parents[2] / "knowledge" / "en" / "recipe"
SHARED = Path(__file__).parents[3] / "shared"
sys.path.insert(0, str(RECIPE))

import instances  # noqa: E402  # the recipe is a script, not an installed package
from instances_names import bare_title, first_sentence, full_names, is_acronym  # noqa: E402
from instances_reading import (  # noqa: E402
    Claim,
    Vocabulary,
    category_claim,
    claims,
    plural,
)
from instances_usage import is_name, label_key, usage  # noqa: E402
from instances_vocabulary import read_vocabulary, read_wordnet  # noqa: E402

NOUNS = {
    "entity": ("00000001", None),
    "person": ("00000010", "entity"),
    "performer": ("00000011", "person"),
    "actress": ("00000012", "performer"),
    "actor": ("00000013", "performer"),
    "humanitarian": ("00000014", "person"),
    "player": ("00000015", "person"),
    "location": ("00000020", "entity"),
    "city": ("00000021", "location"),
    "village": ("00000022", "location"),
    "castle": ("00000023", "location"),
    "work": ("00000030", "entity"),
    "movie": ("00000031", "work"),
    "president": ("00000016", "person"),
    "film_director": ("00000017", "person"),
}
CLASSES = """# heads
[person person#1]
actress actor humanitarian player president -vice_president film_director
[place location#1]
city village castle
[work work#1]
film=movie#1 silent_film=movie#1
"""
PLACES = """[nationalities]
british american south_african french
[countries]
France Poland the_United_States the_Netherlands
[regions of the_United_States]
New_York =Georgia
"""


def noun_lines() -> tuple[str, str]:
    """The nouns above in the form of data.noun and index.noun."""
    data, index = ["  1 licence\n"], ["  1 licence\n"]
    for lemma, (offset, above) in NOUNS.items():
        pointer = f"001 @ {NOUNS[above][0]} n 0000" if above else "000"
        data.append(f"{offset} 03 n 01 {lemma} 0 {pointer} | gloss  \n")
        index.append(f"{lemma} n 1 1 @ 1 0 {offset}  \n")
    return "".join(data), "".join(sorted(index))


@pytest.fixture
def lists(tmp_path: Path) -> Path:
    folder = tmp_path / "lists"
    folder.mkdir()
    (folder / "instances_classes.txt").write_text(CLASSES, encoding="utf-8")
    (folder / "instances_places.txt").write_text(PLACES, encoding="utf-8")
    return folder


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    """A corpus, categories and WordNet in the form of the real ones, written for this test."""
    folder = tmp_path / "shared"
    wordnet = folder / "taxonomies" / "wordnet31"
    wordnet.mkdir(parents=True)
    data, index = noun_lines()
    (wordnet / "data.noun.xz").write_bytes(lzma.compress(data.encode()))
    (wordnet / "index.noun.xz").write_bytes(lzma.compress(index.encode()))
    (folder / "corpus").mkdir()
    articles = [
        ("Ada Example", "Ada Mary Example (1929–1993) was a British actress and humanitarian."),
        ("Bea Sample", "Bea Sample (born 1950) is a British actress. Ada Example knew her."),
        ("Rain (film)", "Rain is a 1953 American film directed by Bea Sample."),
        ("Big Town (film)", "Big Town is a 1953 American film. It is set in Exville."),
        ("Exville, New York", "Exville is a city in Onon County, New York, United States."),
        ("Old Mill", "The rain fell, and the rain fell again on rain."),
        ("Anthropology", "Anthropology is the scientific study of humanity."),
        ("Vera Vice", "Vera Vice was an American vice president."),
    ]
    text = "".join(f"# {title}\n{body}\n\n" for title, body in articles)
    (folder / "corpus" / "part-0.txt.xz").write_bytes(lzma.compress(text.encode()))
    (folder / "entities").mkdir()
    table = "Cy Category\t1950 births|American actors|French actors\nOdd Page\tVillages in Poland\n"
    (folder / "entities" / "enwiki2019_page_categories.tsv.gz").write_bytes(
        gzip.compress(table.encode())
    )
    return folder


@pytest.fixture
def vocabulary(shared: Path, lists: Path) -> Vocabulary:
    return read_vocabulary(read_wordnet(shared / "taxonomies" / "wordnet31"), lists)


def said(found: list[Claim]) -> list[str]:
    return [
        " ".join((*c.nationality, *c.other, *c.head.words))
        + (f" in {c.region}" if c.region else "")
        for c in found
    ]


@pytest.mark.parametrize(
    ("title", "sentence", "expected"),
    [
        (
            "Ada Example",
            "Ada Example (4 May 1929 – 20 January 1993) was a British actress and humanitarian.",
            ["british actress", "british humanitarian"],
        ),
        ("Cy Lee", "Cy Lee is an American film and television actor.", ["american actor"]),
        ("Cy Lee", "Cy Lee is a South African film director.", ["south african film director"]),
        ("Cy Lee", "Cy Lee is an American football player.", ["american football player"]),
        ("Cy Lee", "Cy Lee is a vice president of something.", []),
        ("Cy Lee", "Cy Lee is a fictional actor in a play.", []),
        ("Cy Lee", "The brother of Cy Lee is an actor.", []),
        ("Cy Lee", "Cy Lee's wife was an actress.", []),
        ("Cy Lee", "He was an actor.", []),
        ("Cy Lee", "Cy Lee was the actor who fell.", []),
        ("Cy Lee", "Cy Lee was a self-proclaimed actor.", []),
        (
            "Rain (film)",
            "Rain is a 1953 American silent film directed by X.",
            ["american silent film"],
        ),
        ("Ex", "Ex is a city in and the seat of Onon County, New York.", ["city in New York"]),
        ("Ex", "Ex is the capital and most populous city of France.", ["city in France"]),
        (
            "Ex",
            "Ex is a village in the province of Utrecht in the Netherlands.",
            ["village in the Netherlands"],
        ),
        ("Ex", "Ex is a city in Georgia.", ["city"]),
        ("Ex", "Ex is a city in Georgia, United States.", ["city in Georgia"]),
        ("Ex", "Ex is a village in Abc, close to Poland.", ["village"]),
        ("Ex", "Ex is a former village in Poland.", []),
        ("Ex", "Ex is a city where people live.", []),
    ],
)
def test_first_sentence(
    title: str, sentence: str, expected: list[str], vocabulary: Vocabulary
) -> None:
    assert said(claims(title, sentence, vocabulary)) == expected


@pytest.mark.parametrize(
    ("category", "expected"),
    [
        ("American actresses", "american actress"),
        ("20th-century British actors", "british actor"),
        ("Villages in Poland", "village in Poland"),
        ("1953 films", "film"),
        ("Fictional actors", None),
        ("Living people", None),
    ],
)
def test_category(category: str, expected: str | None, vocabulary: Vocabulary) -> None:
    claim = category_claim(category, vocabulary)
    assert (said([claim])[0] if claim else None) == expected


def test_the_whole_recipe(shared: Path, lists: Path) -> None:
    rows = {row[0]: row for row in instances.make(shared, at_least=1, lists=lists)}
    assert rows["Ada_Example"] == (
        "Ada_Example",
        "Ada Example",
        "Ada Mary Example",
        "british actress|british humanitarian",
    )
    assert rows["Exville,_New_York"][1:] == ("Exville", "Exville, New York", "city in new york")
    assert rows["Big_Town_(film)"][1:] == ("Big Town", "", "american film")
    assert rows["Cy_Category"][3] == "american actor|french actor"
    assert rows["british actress"] == ("british actress", "British actress", "", "actress")
    assert rows["city in new york"][3] == "city in the united states"
    assert rows["actress"][3] == "wordnet:00000012"
    for absent in ("Rain_(film)", "Anthropology", "Vera_Vice", "Odd_Page", "Old_Mill"):
        assert absent not in rows


def test_every_parent_is_a_row_or_wordnet_and_no_cycle(shared: Path, lists: Path) -> None:
    rows = {row[0]: row for row in instances.make(shared, at_least=1, lists=lists)}
    for start in rows:
        waiting, steps = [start], 0
        while waiting:
            steps += 1
            assert steps < 50
            waiting += [p for p in rows[waiting.pop()][3].split("|") if p[:8] != "wordnet:"]


def test_rare_classes_give_way_to_general_ones(shared: Path, lists: Path) -> None:
    rows = {row[0]: row for row in instances.make(shared, at_least=2, lists=lists)}
    assert rows["Ada_Example"][3] == "british actress|humanitarian"
    assert rows["Cy_Category"][3] == "actor"


def test_the_same_input_gives_the_same_bytes(shared: Path, lists: Path, tmp_path: Path) -> None:
    rows = instances.make(shared, at_least=1, lists=lists)
    instances.write(rows, tmp_path / "a.tsv.gz")
    instances.write(instances.make(shared, at_least=1, lists=lists), tmp_path / "b.tsv.gz")
    assert (tmp_path / "a.tsv.gz").read_bytes() == (tmp_path / "b.tsv.gz").read_bytes()
    assert not list(tmp_path.glob("*.part"))


def test_limit_keeps_the_instances_met_most(shared: Path, lists: Path) -> None:
    rows = instances.make(shared, limit=1, at_least=1, lists=lists)
    kept = [row[0] for row in rows if "_" in row[0]]
    assert len(kept) == 1
    assert kept[0] in ("Ada_Example", "Exville,_New_York", "Bea_Sample")


def test_damaged_input_is_refused(shared: Path, lists: Path) -> None:
    part = shared / "corpus" / "part-0.txt.xz"
    whole = part.read_bytes()
    part.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(KnowledgeError, match=r"part-0\.txt\.xz"):
        instances.make(shared, lists=lists)
    part.write_bytes(lzma.compress(b"no title here\n"))
    with pytest.raises(KnowledgeError, match="line 1"):
        instances.make(shared, lists=lists)
    part.unlink()
    with pytest.raises(KnowledgeError, match=r"no part-"):
        instances.make(shared, lists=lists)


def test_truncated_categories_are_refused(shared: Path, lists: Path) -> None:
    table = shared / "entities" / "enwiki2019_page_categories.tsv.gz"
    table.write_bytes(table.read_bytes()[:-6])
    with pytest.raises(KnowledgeError, match="page_categories"):
        instances.make(shared, lists=lists)


def test_a_class_outside_its_section_is_refused(shared: Path, lists: Path) -> None:
    (lists / "instances_classes.txt").write_text("[person person#1]\ncity\n", encoding="utf-8")
    with pytest.raises(TaxonomyError, match="city is no person"):
        instances.make(shared, lists=lists)


def test_main_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert instances.main([str(tmp_path), str(tmp_path / "out.tsv.gz")]) == 2
    assert "data.noun.xz" in capsys.readouterr().err
    assert not (tmp_path / "out.tsv.gz").exists()


def test_usage_tells_names_from_words() -> None:
    texts = [["Rain fell. The rain fell on Into the Night fans."], ["rain goes into the night"]]
    used = usage(texts, ["Rain", "Into the Night", "Exville"])
    assert used.capitalised[("rain",)] == 1
    assert used.small[("rain",)] == 2
    assert used.capitalised[("into", "the", "night")] == 1
    assert used.small[("into", "the", "night")] == 1
    assert not used.is_proper("Rain", {})
    assert used.is_proper("Into the Night", {"into": 0})


def test_a_word_of_many_names_is_no_label() -> None:
    used = usage([["Jackson went"]], ["Jackson"])
    assert used.is_proper("Jackson", {"jackson": 2})
    assert not used.is_proper("Jackson", {"jackson": 3})


@pytest.mark.parametrize(
    ("title", "name"),
    [("Ludwig van Beethoven", True), ("Pi interaction", False), ("iPhone", False), ("Rain", True)],
)
def test_is_name(title: str, name: bool) -> None:
    assert is_name(title) is name


def test_names() -> None:
    assert bare_title("Titanic_(1997_film)") == ("Titanic", "1997 film")
    assert bare_title("Syracuse, New York") == ("Syracuse", "New York")
    assert first_sentence("St. John (b. 1) was a monk. He prayed.") == "St. John was a monk"
    assert is_acronym("IBM", "International Business Machines Corporation")
    assert not is_acronym("IBM", "Big Blue")
    full = 'William "Billy" Harrison (1886–1948) was an English footballer.'
    assert full_names("Billy Harrison", full) == ("William Harrison",)
    assert [plural(noun) for noun in ("actress", "city", "sportsman", "film")] == [
        "actresses",
        "cities",
        "sportsmen",
        "films",
    ]


@given(st.text(max_size=200), st.text(max_size=20))
def test_no_text_breaks_the_reader(text: str, title: str) -> None:
    heads = Vocabulary({}, {}, frozenset(), {}, instances.SEPARATORS)
    assert claims(title, text, heads) == []
    assert isinstance(label_key(title), tuple)


@pytest.mark.skipif(not SHARED.is_dir(), reason="../shared is absent: no WordNet to check against")
def test_the_lists_agree_with_wordnet() -> None:
    vocabulary = read_vocabulary(read_wordnet(SHARED / "taxonomies" / "wordnet31"), RECIPE)
    assert len(vocabulary.heads) > 500
    assert len(vocabulary.nationalities) > 180
    assert said(claims("Ex", "Ex is a city in New York, United States.", vocabulary)) == [
        "city in New York"
    ]
