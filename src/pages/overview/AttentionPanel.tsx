import { useState } from 'react'
import { UnansweredNotices } from '#components/actions/UnansweredNotices.tsx'
import { useAttention } from '#components/attention/attention.ts'
import { kindLabels } from '#contract/attention/concern.ts'
import { ConcernList } from '#components/attention/ConcernList.tsx'
import { Loading } from '#ui/feedback/Loading.tsx'
import { Button, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'

const atFirst = 10

/** Most urgent issues first. Sources that failed or are not permitted are listed, too. */
export function AttentionPanel() {
  const { concerns, asking, waiting, failed, limited, notAllowed, notReported } = useAttention()
  const [all, setAll] = useState(false)
  const isPartial = failed.length > 0 || waiting.length > 0 || notAllowed.length > 0 || notReported.length > 0
  return (
    <Panel title="Needs attention">
      <UnansweredNotices failed={failed} says="Unknown" />
      {asking && <Loading lines={5} />}
      <ConcernList label="Needs attention" kinds={kindLabels} items={all ? concerns : concerns.slice(0, atFirst)} />
      {concerns.length > atFirst && (
        <Button variant="default" size="xs" w="fit-content" onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${concerns.length}`}
        </Button>
      )}
      {!asking && concerns.length === 0 && (
        <Text size="sm">
          {isPartial ? 'No problems in the sources that could be checked.' : 'Nothing needs attention right now.'}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {concerns.length > 0 && 'Sorted by urgency and type. '}
        {waiting.length > 0 && `Still loading: ${waiting.join(', ')}. `}
        {limited.length > 0 && `There may be more: ${limited.join(', ')}.`}
        {notReported.length > 0 && ` Not reported by the servers: ${notReported.join(', ')}.`}
        {notAllowed.length > 0 && ` No permission to view: ${notAllowed.join(', ')}.`}
      </Text>
    </Panel>
  )
}
