"""The PubMed baseline, on a small file in its exact form."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from reticent.errors import KnowledgeError
from reticent.knowledge.sources import Tally, Unit, read

HEAD = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN" "https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd">
<PubmedArticleSet>
"""
FOOT = """<DeleteCitation>
    <PMID Version="1">9</PMID>
  </DeleteCitation>
</PubmedArticleSet>
"""


def article(title: str, abstract: str, after: str = "", beside: str = "") -> str:
    return f"""<PubmedArticle>
    <MedlineCitation Status="MEDLINE" IndexingMethod="Manual" Owner="NLM">
      <PMID Version="1">1</PMID>
      <DateCompleted>
        <Year>1976</Year>
        <Month>01</Month>
        <Day>16</Day>
      </DateCompleted>
      <Article PubModel="Print">
        <Journal>
          <ISSN IssnType="Print">0006-2944</ISSN>
          <JournalIssue CitedMedium="Print">
            <Volume>13</Volume>
            <PubDate>
              <Year>1975</Year>
            </PubDate>
          </JournalIssue>
          <Title>Biochemical medicine</Title>
          <ISOAbbreviation>Biochem Med</ISOAbbreviation>
        </Journal>
        <ArticleTitle>{title}</ArticleTitle>
        <Pagination>
          <MedlinePgn>117-26</MedlinePgn>
        </Pagination>
        {abstract}
        <Language>eng</Language>
        {after}
      </Article>
      {beside}
      <CommentsCorrectionsList>
        <CommentsCorrections RefType="Cites">
          <RefSource>J Exp Med. 1970</RefSource>
        </CommentsCorrections>
      </CommentsCorrectionsList>
    </MedlineCitation>
    <PubmedData>
      <ReferenceList><Reference><Citation>no text</Citation></Reference></ReferenceList>
      <ArticleIdList><ArticleId IdType="pubmed">1</ArticleId></ArticleIdList>
    </PubmedData>
  </PubmedArticle>
"""


ARTICLES = (
    article(
        "Formate assay in body fluids: application in\n   methanol <i>poisoning</i>.",
        """<Abstract>
          <AbstractText Label="BACKGROUND" NlmCategory="BACKGROUND">CD4<sup>+</sup> cells &lt; 200 fell &amp; rose.</AbstractText>
          <AbstractText Label="RESULTS" NlmCategory="RESULTS">They <b>were <i>safe</i></b>: <mml:math xmlns:mml="http://www.w3.org/1998/Math/MathML"><mml:mi>x</mml:mi></mml:math> end.</AbstractText>
          <AbstractText/>
          <CopyrightInformation>Copyright no text.</CopyrightInformation>
        </Abstract>""",  # noqa: E501
        after="<VernacularTitle>Kein Text.</VernacularTitle>",
        beside="""<OtherAbstract Type="Publisher" Language="srp">
          <AbstractText>Nije tekst.</AbstractText></OtherAbstract>""",
    ),
    article("[A title alone].", ""),
    article("", ""),
    article("Zidovudine for 10&#xb5;M.", "<Abstract><AbstractText>One.</AbstractText></Abstract>"),
)
EXPECTED = [
    Unit(
        "Formate assay in body fluids: application in methanol poisoning.",
        ("CD4+ cells < 200 fell & rose.", "They were safe: end."),
    ),
    Unit("[A title alone].", ()),
    Unit("Zidovudine for 10µM.", ("One.",)),
]


def written(folder: Path, text: str, name: str = "pubmed25n0001.xml.gz") -> Path:
    path = folder / name
    path.write_bytes(gzip.compress(text.encode()) if name.endswith(".gz") else text.encode())
    return path


@pytest.mark.parametrize("name", ["pubmed25n0001.xml.gz", "pubmed25n0001.xml"])
def test_title_and_abstract(tmp_path: Path, name: str) -> None:
    tally = Tally()
    path = written(tmp_path, HEAD + "".join(ARTICLES) + FOOT, name)
    assert list(read(path, tally)) == EXPECTED
    assert tally.left_out == {"neither title nor text": 1, "books and deletions": 1}
    assert (tally.units, tally.skipped, tally.bytes) == (3, 0, path.stat().st_size)


def test_truncation_is_refused(tmp_path: Path) -> None:
    whole = HEAD + "".join(ARTICLES) + FOOT
    for end in (len(whole) // 2, whole.index("</PubmedArticleSet>")):
        with pytest.raises(KnowledgeError, match=r"pubmed25n0001\.xml\.gz.*truncated"):
            list(read(written(tmp_path, whole[:end])))


def test_an_entity_that_only_the_dtd_would_explain_is_refused(tmp_path: Path) -> None:
    text = HEAD + article("a &beta; b", "") + FOOT
    with pytest.raises(KnowledgeError, match="malformed"):
        list(read(written(tmp_path, text)))


def test_a_dtd_with_entities_of_its_own_is_refused(tmp_path: Path) -> None:
    laughs = '<!DOCTYPE PubmedArticleSet [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>'
    text = f"{laughs}<PubmedArticleSet>{article('&b;', '')}</PubmedArticleSet>"
    with pytest.raises(KnowledgeError, match="declares entities"):
        list(read(written(tmp_path, text)))
