import { same } from '#contract/same-person.ts'
import type { User } from '#contract/mdm/users.ts'

export type Names = {
  name: string | undefined
  mail: string | undefined
  /** Number of other users with the same name: items matched by name may be theirs. */
  sameName: number
}

/** Name and email address of the person in the URL, as far as mobile device management knows them. */
export function namesOf(wanted: string, users: readonly User[]): Names {
  const byMail = users.find(({ user_email }) => same(user_email, wanted))
  const named = users.filter(({ user_name }) => same(user_name, byMail?.user_name ?? wanted))
  const user = byMail ?? (named.length === 1 ? named[0] : undefined)
  const typed = wanted.includes('@') ? { name: undefined, mail: wanted } : { name: wanted, mail: undefined }
  return {
    name: user?.user_name || typed.name,
    mail: user?.user_email || typed.mail,
    sameName: Math.max(0, named.length - (user ? 1 : 0)),
  }
}
