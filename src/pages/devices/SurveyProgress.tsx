import { Meter } from '#ui/feedback/Meter.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Button, Group } from '#ui/layout/layout.ts'
import type { SurveyState } from './survey.ts'

type Survey = Pick<SurveyState<unknown, unknown>, 'phase' | 'answered' | 'waiting' | 'problem'> & {
  goOn: () => void
  stop: () => void
}

/** How far questions to many devices have come. */
export function SurveyProgress({ survey: { phase, answered, waiting, problem, goOn, stop } }: { survey: Survey }) {
  if (phase === 'idle') return null
  const all = answered.length + waiting.length
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
        {phase === 'stopped' && (
          <Button variant="default" size="xs" onClick={goOn}>
            {' '}
            Resume{' '}
          </Button>
        )}
      </Group>
      {problem && phase === 'stopped' && <ProblemPanel problem={problem} />}
    </>
  )
}
