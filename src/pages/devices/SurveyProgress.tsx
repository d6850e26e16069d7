import { PartProblem } from '#components/offered/PartProblem.tsx'
import type { Endpoint } from '#contract/endpoint.ts'
import { Meter } from '#ui/feedback/Meter.tsx'
import { Button, Group } from '#ui/layout/layout.ts'
import type { SurveyState } from './survey.ts'

type Survey = Pick<SurveyState<unknown, unknown>, 'phase' | 'answered' | 'waiting' | 'problem'> & {
  resume: () => void
  stop: () => void
}

type Props = { survey: Survey; of: Endpoint }

/** Progress of requests for several devices. */
export function SurveyProgress({ survey, of: endpoint }: Props) {
  const { phase, answered, waiting, problem, resume, stop } = survey
  if (phase === 'idle') return null
  const all = answered.length + waiting.length
  // For a rate limit, the error display has a countdown and resumes by itself.
  const isLimited = problem?.status === 429
  const text = `${answered.length.toLocaleString('en')} of ${all.toLocaleString('en')} read`
  return (
    <>
      <Group gap="sm">
        <Meter label="Read" value={answered.length} max={all} text={text} />
        {phase === 'going' && (
          <Button variant="default" size="xs" onClick={stop}>
            Stop
          </Button>
        )}
        {phase === 'stopped' && !isLimited && (
          <Button variant="default" size="xs" onClick={resume}>
            {' '}
            Resume{' '}
          </Button>
        )}
      </Group>
      {problem && phase === 'stopped' && (
        <PartProblem error={problem} of={endpoint} {...(isLimited && { onRetry: resume })} />
      )}
    </>
  )
}
