import { useAttempt } from '#api/change.ts'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { accountCount } from '#pages/ssh-keys/account-count.ts'
import { notReadYet } from '#contract/console/access-list.ts'
import { type Associations, readOn } from '#pages/ssh-keys/associations.ts'
import { placeText } from '#contract/keys/rules/ssh-key-list.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Button } from '#ui/layout/layout.ts'

const maxNamed = 5

type Props = { of: Pick<Associations, 'unread' | 'isReading'> | undefined }

/** Accounts that could not be read, so that the list is incomplete. */
export function UnreadAccounts({ of: found }: Props) {
  const { pending, problem, attempt } = useAttempt()
  if (!found?.unread.length) return null
  const { unread, isReading } = found
  const left = unread.filter(({ reason }) => reason === notReadYet).length
  const failed = unread.filter(({ reason }) => reason !== notReadYet)
  const named = failed.slice(0, maxNamed).map(({ resourceName, userName, reason }) => {
    return `${placeText({ ResourceName: resourceName, UserName: userName })}: ${reason}`
  })
  const count = accountCount(unread.length)
  return (
    <Notice tone="warn" title={`Incomplete: the keys of ${count} are missing`}>
      {left > 0 && <span>{accountCount(left)} not read yet. This server is asked for each account separately.</span>}
      {failed.length > 0 && (
        <span>
          Could not be read: {named.join('; ')}
          {failed.length > maxNamed && ` and ${failed.length - maxNamed} more`}
        </span>
      )}
      {isReading ? (
        <span>Reading. This continues when the page is closed.</span>
      ) : (
        <Button size="xs" variant="default" loading={pending} onClick={() => attempt(() => readOn())}>
          {left > 0 ? `Read the next ${count}` : `Read ${count} again`}
        </Button>
      )}
      <QueryProblem error={problem} />
    </Notice>
  )
}
