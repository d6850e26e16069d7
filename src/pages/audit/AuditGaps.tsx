import { maxExported, type listAudit } from '#contract/console/audit.ts'
import { counted } from '#contract/words/counted.ts'
import type { Output } from '#contract/endpoint.ts'
import { Problem } from '#contract/problem.ts'
import '#contract/problems/explained.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Button, Text } from '#ui/layout/layout.ts'
import { absoluteTime } from '#ui/values/moment.ts'
import { sources } from './sources.ts'

type Props = { found: Output<typeof listAudit>; onRetry: () => void }

/** Warns that the list or export is incomplete. */
export function AuditGaps({ found: { missing, unseen, total, archived }, onRetry }: Props) {
  return (
    <>
      {missing.map(({ source, code, message }) => (
        <Notice
          key={source}
          tone={code === 'NOT_CONNECTED' ? 'info' : 'warn'}
          title={`Entries of ${sources[source].label.toLowerCase()} could not be loaded`}
        >
          <span>
            {message} <code>{code}</code>
          </span>
          <span>{nextOf(code)}</span>
          {!stays.has(code) && (
            <span>
              <Button variant="default" size="xs" onClick={onRetry}>
                Try again
              </Button>
            </span>
          )}
        </Notice>
      ))}
      {archived && (
        <Text size="sm" c="dimmed">
          {`Entries of this console up to ${absoluteTime(new Date(archived.until))} are in ${counted(archived.archives, 'archive', 'archives')} and are not included here or in exports. Run “npm run archives” on the server to export them.`}
        </Text>
      )}
      {unseen > 0 && (
        <Text size="sm" c="dimmed">
          {`Key management has ${unseen.toLocaleString('en')} older entries that it does not return. They are not included here or in exports.`}
        </Text>
      )}
      {total > maxExported && (
        <Text size="sm" c="dimmed">
          {`An export contains the newest ${maxExported.toLocaleString('en')} of these ${total.toLocaleString('en')} entries. Choose a shorter period to export the others.`}
        </Text>
      )}
    </>
  )
}

/** Errors that a retry cannot resolve. */
const stays: ReadonlySet<string> = new Set(['NOT_CONNECTED', 'FORBIDDEN'])

const againMs = 4000
/** Refetch interval: retries while a source could not be read. */
export const whileGaps = ({ state: { data } }: { state: { data?: Output<typeof listAudit> | undefined } }) =>
  data?.missing.some(({ code }) => !stays.has(code)) ? againMs : false

/**
 * Next step for the user. REFUSED is treated as a server failure, because the user entered nothing that could be
 * corrected.
 */
const nextOf = (code: string) => new Problem(code === 'REFUSED' ? 'KEYS_FAILED' : code).next
