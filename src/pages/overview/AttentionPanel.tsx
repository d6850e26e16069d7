import { useState } from 'react'
import { problemOf } from '#api/problem.ts'
import { useAttention } from '#components/attention/attention.ts'
import { kindLabels } from '#components/attention/concern.ts'
import { ConcernList } from '#components/attention/ConcernList.tsx'
import { paths } from '#paths.ts'
import { Loading } from '#ui/feedback/Loading.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Button, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { useNow } from '#ui/values/clock.ts'

const atFirst = 10

/** What to look at first. What could not be asked, or may not, is said: its silence is no good news. */
export function AttentionPanel() {
  const { concerns, asking, failed, notAllowed } = useAttention(paths, useNow())
  const [all, setAll] = useState(false)
  const isPartial = failed.length > 0 || notAllowed.length > 0
  return (
    <Panel title="Needs attention">
      {byMessage(failed).map(([message, these]) => (
        <Notice key={message} tone="bad" title={`Unknown: ${these.map(({ what }) => what).join(', ')}`}>
          <span>{message}</span>
          <Button
            size="xs"
            variant="default"
            w="fit-content"
            onClick={() => void Promise.all(these.map(({ refetch }) => refetch()))}
          >
            Try again
          </Button>
        </Notice>
      ))}
      {asking && concerns.length === 0 && <Loading lines={5} />}
      <ConcernList label="Needs attention" kinds={kindLabels} items={all ? concerns : concerns.slice(0, atFirst)} />
      {concerns.length > atFirst && (
        <Button variant="default" size="xs" w="fit-content" onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${concerns.length}`}
        </Button>
      )}
      {!asking && concerns.length === 0 && (
        <Text size="sm">
          {isPartial
            ? 'Nothing needs attention on the servers that could be checked.'
            : 'Nothing needs attention right now.'}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {concerns.length > 0 && 'Sorted by urgency and type. '}
        Silent devices, silent desktops, failed agents: first 25 shown.
        {notAllowed.length > 0 && ` Your account may not read: ${notAllowed.join(', ')}.`}
      </Text>
    </Panel>
  )
}

/** A server that is away fails every question about it: that is said once. */
const byMessage = <T extends { error: Error }>(failed: readonly T[]): [string, T[]][] => [
  ...Map.groupBy(failed, ({ error }) => problemOf(error).message),
]
