import type { Associations } from '#pages/ssh-keys/associations.ts'
import { placeText } from '#pages/ssh-keys/keys/ssh-key-rows.ts'
import { Notice } from '#ui/feedback/Notice.tsx'

const mostNamed = 5

/** Accounts that may have a key, or not: what is shown beside it is not all. */
export function UnreadAccounts({ unread }: { unread: Associations['unread'] | undefined }) {
  if (!unread?.length) return null
  const named = unread.slice(0, mostNamed).map(({ resourceName, userName, reason }) => {
    return `${placeText({ ResourceName: resourceName, UserName: userName })}: ${reason}`
  })
  return (
    <Notice tone="warn" title="The keys of some accounts could not be read">
      <span>
        {named.join('; ')}
        {unread.length > mostNamed && ` and ${unread.length - mostNamed} more`}
      </span>
    </Notice>
  )
}
