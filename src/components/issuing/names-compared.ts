import { kindOf } from '#contract/keys/rules/name-form.ts'

export type ComparedNames = { kept: string[]; lost: string[]; added: string[] }

const plain = (name: string) => name.toLowerCase().replace(/\.$/, '')

/** Compares the requested names with those in the certificate. */
export function comparedNames(asked: readonly string[], issued: readonly string[]): ComparedNames {
  const [before, after] = [asked, issued].map((names) => new Set(names.map(plain)))
  return {
    kept: asked.filter((name) => after?.has(plain(name))),
    lost: asked.filter((name) => !after?.has(plain(name))),
    added: issued.filter((name) => !before?.has(plain(name))),
  }
}

/** Names of types that authorities often omit. */
export const doubtfulNames = (asked: readonly string[]) =>
  asked.filter((name) => /^(directory|other name|registered id) /.test(name) || kindOf(name) === 'other')
