import { hasPasswordLength, passwordLength } from '#contract/desktop/new-password.ts'
import { Problem } from '#contract/problem.ts'

type Context = {
  /** Name of the password's account. */
  account?: string
  /** Input field for errors. */
  field?: string
}

const product = 'triptych'
/** Minimum length of a repeated unit; shorter ones are reduced to a single occurrence. */
const shortestUnit = 4

/** Throws if a new password is too short or easy to guess. No composition rules (NIST SP 800-63B-4, 3.1.1.2). */
export async function requireAcceptablePassword(password: string, { account, field = 'new_password' }: Context = {}) {
  const refuse = (why: string) => new Problem('10010', `${field}: ${why}`, { service: 'desktop', field })
  if (!hasPasswordLength(password)) throw refuse(`has ${passwordLength}`)
  const candidates = variantsOf(password)
  if (account !== undefined && isNamed(candidates, account)) throw refuse('is built from the user name')
  if (isNamed(candidates, product)) throw refuse('is built from the name of this product')
  const common = await commonPasswords()
  if (candidates.some((candidate) => common.has(candidate) || candidate.length < shortestUnit))
    throw refuse('is a common password, or one repeated')
}

/** Variants without predictable additions: letter case, repetition, and digits or punctuation around a short text. */
function variantsOf(password: string): string[] {
  const folded = foldCase(password)
  const core = folded.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const isMostOfIt = core !== '' && core.length * 3 >= folded.length
  return (isMostOfIt ? [folded, core] : [folded]).flatMap((text) => [text, repeatedUnit(text)])
}

/** "abcabcabc" is "abc" repeated; the last repetition may be incomplete. */
function repeatedUnit(text: string): string {
  for (let length = 1; length <= text.length / 2; length += 1) {
    if (text.slice(length) === text.slice(0, -length)) return text.slice(0, length)
  }
  return text
}

const isNamed = (candidates: readonly string[], name: string) => {
  const folded = foldCase(name)
  return folded !== '' && candidates.includes(folded)
}

const foldCase = (value: string) => value.normalize('NFKC').trim().toLowerCase()

/** Some 49,000 entries, loaded on first use. */
async function commonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  loaded ??= new Set(dictionary['passwords-common'].map(foldCase))
  return loaded
}
let loaded: ReadonlySet<string> | undefined
