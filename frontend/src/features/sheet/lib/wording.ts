/** What differs between two wordings of one statement: British and American spelling, and Japanese words in kanji or kana. */
const variants: readonly (readonly [RegExp, string])[] = [
  [/([a-z])our/g, '$1or'],
  [/([bt])re\b/g, '$1er'],
  [/is(e|ed|er|ers|es|ing|ation)\b/g, 'iz$1'],
  [/sulph/g, 'sulf'],
  [/alumini/g, 'alumin'],
  [/([ao])e(?=[a-z])/g, 'e'],
  [/ll/g, 'l'],
  [/又は/g, 'または'],
  [/及び/g, 'および'],
  [/恐れ|虞/g, 'おそれ'],
  [/粉塵/g, '粉じん'],
  [/皮ふ/g, '皮膚'],
  [/全て/g, 'すべて'],
  [/時/g, 'とき'],
  [/場合は/g, '場合'],
]

/** A statement as two of the same meaning have it in common: without its code, punctuation, widths and ways of spelling. */
export function bareWording(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase().replace(/^\s*(?:(?:euh|h|p)\d{3}[a-z]{0,2}(?:\s*\+\s*)?)+\s*[:：.\-–]?/, '')
  return variants.reduce((said, [variant, common]) => said.replace(variant, common), plain).replace(/[\s。．.、,;；:・…\-–()]/g, '')
}
