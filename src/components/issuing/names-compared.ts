import { kindOf } from '#contract/keys/rules/name-form.ts'

export type ComparedNames = { kept: string[]; lost: string[]; added: string[] }

const plain = (name: string) => name.toLowerCase().replace(/\.$/, '')

/** What became of the names that a request asked for. */
export function comparedNames(asked: readonly string[], issued: readonly string[]): ComparedNames {
  const [before, after] = [asked, issued].map((names) => new Set(names.map(plain)))
  return {
    kept: asked.filter((name) => after?.has(plain(name))),
    lost: asked.filter((name) => !after?.has(plain(name))),
    added: issued.filter((name) => !before?.has(plain(name))),
  }
}

/** Names of kinds that authorities seldom issue: they are the ones that get lost. */
export const doubtfulNames = (asked: readonly string[]) =>
  asked.filter((name) => /^(directory|other name|registered id) /.test(name) || kindOf(name) === 'other')
