"""OWL and SKOS: the same small world in both syntaxes, and each syntax's odd corners."""

from __future__ import annotations

from pathlib import Path

import pytest

from reticent.errors import TaxonomyError
from reticent.knowledge.taxonomies import ConceptGraph, read
from reticent.knowledge.taxonomies.turtle import triples
from reticent.phrase import Phrase

OWL_XML = """<?xml version="1.0"?>
<!DOCTYPE rdf:RDF [
    <!ENTITY owl "http://www.w3.org/2002/07/owl#" >
    <!ENTITY obo "http://purl.obolibrary.org/obo/" >
]>
<rdf:RDF xmlns="http://example.org/demo#" xml:base="http://example.org/demo"
     xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
     xmlns:owl="http://www.w3.org/2002/07/owl#"
     xmlns:oboInOwl="http://www.geneontology.org/formats/oboInOwl#"
     xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#">
  <owl:Ontology rdf:about="http://example.org/demo"/>
  <owl:Class rdf:about="&obo;DEMO_1">
    <rdfs:subClassOf rdf:resource="&owl;Thing"/>
    <rdfs:label xml:lang="de">Krankheit</rdfs:label>
    <rdfs:label xml:lang="en">disease</rdfs:label>
  </owl:Class>
  <owl:Class rdf:about="&obo;DEMO_2">
    <rdfs:subClassOf rdf:resource="&obo;DEMO_1"/>
    <rdfs:subClassOf>
      <owl:Restriction><owl:onProperty rdf:resource="#has"/></owl:Restriction>
    </rdfs:subClassOf>
    <rdfs:label>asthma</rdfs:label>
    <oboInOwl:hasExactSynonym>bronchial asthma</oboInOwl:hasExactSynonym>
    <oboInOwl:hasBroadSynonym>lung trouble</oboInOwl:hasBroadSynonym>
  </owl:Class>
  <owl:Class rdf:ID="local">
    <rdfs:label>local asthma</rdfs:label>
    <rdfs:subClassOf><owl:Class rdf:about="&obo;DEMO_2"/></rdfs:subClassOf>
    <rdfs:subClassOf rdf:resource="http://example.org/elsewhere"/>
  </owl:Class>
  <rdf:Description rdf:about="#typed" rdfs:label="typed asthma">
    <rdf:type rdf:resource="&owl;Class"/>
    <rdfs:subClassOf rdf:resource="#local"/>
  </rdf:Description>
  <owl:Class rdf:about="#old">
    <rdfs:label>obsolete asthma</rdfs:label>
    <owl:deprecated rdf:datatype="http://www.w3.org/2001/XMLSchema#boolean">true</owl:deprecated>
  </owl:Class>
</rdf:RDF>
"""

OWL_TURTLE = """@prefix : <http://example.org/demo#> .
@prefix obo: <http://purl.obolibrary.org/obo/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
@prefix oboInOwl: <http://www.geneontology.org/formats/oboInOwl#> .
@base <http://example.org/demo> .

<http://example.org/demo> a owl:Ontology . # a comment
obo:DEMO_1 a owl:Class ; rdfs:subClassOf owl:Thing ;
    rdfs:label "Krankheit"@de , "disease"@en-GB .
obo:DEMO_2 a owl:Class ;
    rdfs:subClassOf obo:DEMO_1 , [ a owl:Restriction ; owl:onProperty :has ;
        owl:cardinality 1 ; owl:hasValue 1.5e3, -2, true ; owl:oneOf ( :a "b" [] () ) ] ;
    rdfs:label '''asthma''' ;
    oboInOwl:hasExactSynonym "bronchial asthma"^^<http://www.w3.org/2001/XMLSchema#string> ;
    oboInOwl:hasBroadSynonym "lung trouble" ; .
:local a owl:Class ; rdfs:label "local asthma" ;
    rdfs:subClassOf obo:DEMO_2, <http://example.org/elsewhere>.
<#typed> rdfs:label \"\"\"typed
asthma\"\"\" ; a <http://www.w3.org/2002/07/owl#Class> ; rdfs:subClassOf <#local> .
[ a owl:AllDisjointClasses ; owl:members ( :local :typed ) ] .
:old a owl:Class ; rdfs:label "obsolete asthma" ; owl:deprecated true .
"""

SKOS_TURTLE = """@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix ex: <http://example.org/> .
ex:scheme a skos:ConceptScheme .
ex:drugs a skos:Concept ; skos:prefLabel "Drugs"@en ; skos:narrower ex:opioids .
ex:opioids a skos:Concept ; skos:prefLabel "Opio\\u00efds"@en, "Opioide"@de ;
  skos:altLabel "narcotics"@en, "Bet\\u00e4ubungsmittel"@de ; skos:hiddenLabel "opiods" ;
  skos:inScheme ex:scheme .
ex:heroin a skos:Concept ; skos:prefLabel "Heroin"@de ; skos:broader ex:opioids .
"""

SKOS_XML = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  xmlns:skos="http://www.w3.org/2004/02/skos/core#" xml:lang="en">
  <skos:Concept rdf:about="http://example.org/drugs">
    <skos:prefLabel>Drugs</skos:prefLabel>
    <skos:narrower>
      <skos:Concept rdf:about="http://example.org/opioids">
        <skos:prefLabel>Opio&#239;ds</skos:prefLabel>
        <skos:altLabel>narcotics</skos:altLabel>
        <skos:altLabel xml:lang="de">Bet&#228;ubungsmittel</skos:altLabel>
        <skos:hiddenLabel>opiods</skos:hiddenLabel>
      </skos:Concept>
    </skos:narrower>
  </skos:Concept>
  <skos:Concept rdf:about="http://example.org/heroin">
    <skos:prefLabel xml:lang="de">Heroin</skos:prefLabel>
    <skos:broader rdf:resource="http://example.org/opioids"/>
  </skos:Concept>
</rdf:RDF>
"""


def stored(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def chain(graph: ConceptGraph, phrase: str) -> list[str]:
    return [c.label for c in graph.generalisations(graph.concepts(Phrase.of(phrase))[0])]


@pytest.mark.parametrize(("name", "text"), [("d.owl", OWL_XML), ("d.ttl", OWL_TURTLE)])
class TestOwl:
    def test_classes(self, tmp_path: Path, name: str, text: str) -> None:
        graph = read(stored(tmp_path, name, text))
        assert (graph.name, len(graph), graph.about.dropped_edges) == ("d", 4, 1)
        assert chain(graph, "typed asthma") == ["local asthma", "asthma", "disease"]
        assert graph.concepts(Phrase.of("bronchial asthma"))[0].id == "DEMO_2"
        for other in ("lung trouble", "obsolete asthma", "Krankheit"):
            assert graph.concepts(Phrase.of(other)) == ()

    def test_truncated_anywhere(self, tmp_path: Path, name: str, text: str) -> None:
        whole = text.rstrip()
        for length in range(900, len(whole) - 1, 37):
            cut = whole[:length]
            if name.endswith(".ttl") and (cut.rstrip().endswith(".") or "#" in cut.split("\n")[-1]):
                continue  # a whole statement, as it happens
            with pytest.raises(TaxonomyError, match=rf"{name} .*truncated"):
                read(stored(tmp_path, name, cut))


@pytest.mark.parametrize(("name", "text"), [("s.ttl", SKOS_TURTLE), ("s.rdf", SKOS_XML)])
class TestSkos:
    def test_concepts(self, tmp_path: Path, name: str, text: str) -> None:
        graph = read(stored(tmp_path, name, text))
        assert len(graph) == 3
        assert chain(graph, "Heroin") == ["Opioïds", "Drugs"]  # no English label: any
        (concept,) = graph.concepts(Phrase.of("narcotics"))
        assert set(concept.phrases) == {Phrase.of(t) for t in ("opioids", "narcotics", "opiods")}
        assert graph.concepts(Phrase.of("Betäubungsmittel")) == ()


class TestIds:
    def test_the_last_part_unless_two_share_it(self, tmp_path: Path) -> None:
        text = """@prefix owl: <http://www.w3.org/2002/07/owl#> .
        @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
        <http://a.org/x> a owl:Class ; rdfs:label "one" .
        <http://b.org/x> a owl:Class ; rdfs:label "two" .
        <http://b.org/y> a owl:Class ; rdfs:label "three" .
        """
        graph = read(stored(tmp_path, "x.ttl", text))
        found = {graph.at(index).id for index in range(3)}
        assert found == {"http://a.org/x", "http://b.org/x", "y"}


class TestRefused:
    def test_an_entity_bomb(self, tmp_path: Path) -> None:
        bomb = OWL_XML.replace(
            "<!ENTITY obo", '<!ENTITY a "&owl;&owl;&owl;"><!ENTITY b "&a;&a;&a;"><!ENTITY obo'
        )
        with pytest.raises(TaxonomyError, match="could be an attack"):
            read(stored(tmp_path, "d.owl", bomb))

    @pytest.mark.parametrize(
        "entity", ['x SYSTEM "file:///etc/passwd"', f'x "{"a" * 2000}"', '% x "y"']
    )
    def test_other_entities(self, tmp_path: Path, entity: str) -> None:
        text = OWL_XML.replace("<!ENTITY obo", f"<!ENTITY {entity}><!ENTITY obo")
        with pytest.raises(TaxonomyError, match="could be an attack"):
            read(stored(tmp_path, "d.owl", text))

    def test_no_label(self, tmp_path: Path) -> None:
        text = SKOS_TURTLE.replace('"Heroin"@de', '""')
        with pytest.raises(TaxonomyError, match="concept heroin no label"):
            read(stored(tmp_path, "s.ttl", text))

    def test_a_cycle(self, tmp_path: Path) -> None:
        text = SKOS_TURTLE + "ex:drugs skos:broader ex:heroin .\n"
        with pytest.raises(TaxonomyError, match="s has a cycle"):
            read(stored(tmp_path, "s.ttl", text))

    def test_no_concepts(self, tmp_path: Path) -> None:
        for name, text in (("s.ttl", SKOS_TURTLE), ("s.rdf", SKOS_XML)):
            other = text.replace("skos:Concept", "skos:Collection")
            with pytest.raises(TaxonomyError, match="no concepts"):
                read(stored(tmp_path, name, other))

    @pytest.mark.parametrize(
        "text",
        [
            "@prefix a: <b> .\na:x b:y a:z .",
            "@prefix a: <b> .\na:x a:y .",
            "@prefix a: <b> .\na:x a:y [ a:z ] .",
            '@prefix a: <b> .\na:x a:y "open .',
            '@prefix a: <b> .\na:x a:y "\\UFFFFFFFF" .',
            "@prefix a: <b> .\na:x a:y " + "[ a:y " * 5000,
            "@prefix a: <b> .\na:x a:y ( a:z .",
        ],
    )
    def test_malformed_turtle(self, tmp_path: Path, text: str) -> None:
        with pytest.raises(TaxonomyError, match="no well-formed Turtle after its statement 1"):
            read(stored(tmp_path, "m.ttl", text))


class TestTurtle:
    """Corners of the grammar, on triples."""

    def test_names_and_texts(self, tmp_path: Path) -> None:
        text = (
            "@prefix p.q: <http://x/> . @prefix : <http://y/> .\n"
            "p.q:a.b :c%20d :e\\,f , 'it''', \"a\\tb\\\"c\" ; :n -1.5, .5, 2 ; : p.q: . "
            "_:b1.x a :1.\n"
        )
        # 'it' and '' are two texts side by side, which Turtle does not allow
        with pytest.raises(TaxonomyError):
            list(triples(stored(tmp_path, "t.ttl", text)))
        found = list(triples(stored(tmp_path, "t.ttl", text.replace("'it'''", "'it'"))))
        assert [(s, p, o if isinstance(o, str) else o.text) for s, p, o in found] == [
            ("http://x/a.b", "http://y/c%20d", "http://y/e,f"),
            ("http://x/a.b", "http://y/c%20d", "it"),
            ("http://x/a.b", "http://y/c%20d", 'a\tb"c'),
            ("http://x/a.b", "http://y/n", "-1.5"),
            ("http://x/a.b", "http://y/n", ".5"),
            ("http://x/a.b", "http://y/n", "2"),
            ("http://x/a.b", "http://y/", "http://x/"),
            ("_:b1.x", "http://www.w3.org/1999/02/22-rdf-syntax-ns#type", "http://y/1"),
        ]

    def test_what_rdflib_finds(self, tmp_path: Path) -> None:
        rdflib = pytest.importorskip("rdflib", reason="a second reader to compare with")
        for name, text in (("o.ttl", OWL_TURTLE), ("s.ttl", SKOS_TURTLE)):
            path = stored(tmp_path, name, text)
            known = {
                (str(s), str(p), str(o))
                for s, p, o in rdflib.Graph().parse(path, format="turtle")
                if isinstance(s, rdflib.URIRef) and not isinstance(o, rdflib.BNode)
                if not isinstance(o, rdflib.Literal) or o.datatype != rdflib.XSD.double
            }
            ours = {
                (s, p, o if isinstance(o, str) else o.text)
                for s, p, o in triples(path)
                if not s.startswith("_:") and not (isinstance(o, str) and o.startswith("_:"))
            }
            assert ours == known
