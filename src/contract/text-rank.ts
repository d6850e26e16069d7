/** Text matching for look-ups. */
export const foldedText = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** 0: equal, 1: prefix, 2: prefix of a word, 3: substring; undefined: no match. */
export function rankOf(texts: readonly (string | undefined)[], wanted: string): number | undefined {
  const ranks = texts.flatMap((text) => {
    const one = foldedText(text ?? '')
    const at = one.indexOf(wanted)
    if (one === '' || at < 0) return []
    if (one === wanted) return 0
    return at === 0 ? 1 : /[\s.@/_-]/.test(one[at - 1] ?? '') ? 2 : 3
  })
  return ranks.length === 0 ? undefined : Math.min(...ranks)
}
