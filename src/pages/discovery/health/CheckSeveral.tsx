import { useState } from 'react'
import { JobDialog } from '#components/bulk/JobDialog.tsx'
import { TimeoutField } from '#components/discovery/TimeoutField.tsx'
import { timeoutError, useStoredTimeout, useTimeoutInSeconds } from '#components/discovery/timeout.ts'
import { hostPlace } from '#contract/keys/rules/hosts/host-place.ts'
import { orderFor } from '#pages/discovery/discovery-order.ts'
import { Text } from '#ui/layout/layout.ts'
import type { ListedHost } from './host-list.ts'

type Props = { rows: readonly ListedHost[]; onClose: () => void }

const nouns = ['host', 'hosts'] as const

/** Checks selected hosts again, now or by a schedule. */
export function CheckSeveral({ rows, onClose }: Props) {
  const [kept, keepTimeout] = useStoredTimeout()
  const [timeout, setTimeoutText] = useState(kept)
  const reason = timeoutError(timeout, useTimeoutInSeconds())
  const targets = rows.flatMap(({ Host: host = '', Port: port = 0 }) => (host && port ? [{ host, port }] : []))
  const { endpoint, input } = orderFor(targets, timeout)
  return (
    <JobDialog
      title="Check hosts again"
      action="Check"
      nouns={nouns}
      plans={targets.map((target) => {
        const place = hostPlace(target.host, target.port)
        return { id: place, name: place, item: target, effects: ['Its certificate is read, then the host is checked.'] }
      })}
      fields={
        <>
          <TimeoutField value={timeout} onChange={setTimeoutText} />
          <Text size="sm">
            Schedule it to check these hosts regularly, in addition to the scheduled checks of all hosts.
          </Text>
        </>
      }
      reason={reason && 'The timeout is not valid for this server'}
      order={() => {
        keepTimeout(timeout)
        return { endpoint, input }
      }}
      onClose={onClose}
    />
  )
}
