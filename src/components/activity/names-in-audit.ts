import type { AnnotatedKind } from '#contract/console/annotations/annotated-things.ts'
import type { AuditEntry } from '#contract/console/audit.ts'

type Searched = Pick<AuditEntry, 'user' | 'target' | 'description' | 'reason'>

/** Matches a text that contains the search term as a whole word: the server's search for `12` also finds `123`. */
export function namesIt(search: string): (text: string) => boolean {
  const wanted = search.toLowerCase()
  const isPart = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}_.-]/u.test(sign)
  return (given) => {
    const text = given.toLowerCase()
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1))
      if (!isPart(text[at - 1]) && !isPart(text[at + wanted.length])) return true
    return false
  }
}

/** “names” and "names" in the text of an audit. */
const quotedNames = /“([^”]*)”|"([^"]*)"/g
/** The user of a host in the target of a call: `keyName: web, userName: backup`. */
const userInTarget = /\buserName: ("(?:[^"\\]|\\.)*"|[^,]*)/gi

/**
 * Matches audit entries about an object. Users are named as such in each entry and on hosts, and often share their name
 * with a key or a host: only persons are found by them.
 */
export function isAbout(kind: AnnotatedKind | undefined, search: string): (entry: Searched) => boolean {
  const isNamed = namesIt(search)
  if (kind === undefined)
    return ({ user, target, description, reason }) => [user, target, description, reason].some(isNamed)
  if (kind !== 'ssh-key' && kind !== 'host')
    return ({ target, description, reason }) => [target, description, reason].some(isNamed)
  const isQuoted = (text: string) => {
    const names = [...text.matchAll(quotedNames)].map(([, curly, straight]) => curly ?? straight)
    // A text without quotation marks names its objects in some other way.
    return names.length > 0 ? names.some((name) => name?.toLowerCase() === search.toLowerCase()) : isNamed(text)
  }
  return ({ target, description }) => isNamed(target.replaceAll(userInTarget, '')) || isQuoted(description)
}
