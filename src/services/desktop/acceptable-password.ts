import { hasPasswordLength, passwordLength } from '#contract/desktop/new-password.ts'
import { Problem } from '#contract/problem.ts'

type Context = {
  /** Name of the account whose password it is going to be. */
  account?: string
  /** Name of the input field that an error names. */
  field?: string
}

const product = 'triptych'
/** A shorter text, repeated, is as easy to guess as it is short. */
const shortestUnit = 4

/**
 * Throws what is wrong with a new password: its length, or that it is easy to guess. There are no rules about which
 * characters it has (NIST SP 800-63B-4, 3.1.1.2).
 */
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

/** The password without what adds next to nothing: case, repetition, and digits and marks around one short text. */
function variantsOf(password: string): string[] {
  const folded = foldCase(password)
  const core = folded.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const isMostOfIt = core !== '' && core.length * 3 >= folded.length
  return (isMostOfIt ? [folded, core] : [folded]).flatMap((text) => [text, repeatedUnit(text)])
}

/** "abcabcabc" is "abc" repeated; the last repetition may be cut off. */
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

/** Some 49,000 entries: loaded when the first password is set. */
async function commonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  loaded ??= new Set(dictionary['passwords-common'].map(foldCase))
  return loaded
}
let loaded: ReadonlySet<string> | undefined
