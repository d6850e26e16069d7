import { IconCheck } from '#ui/theme/icons.ts'
import classes from './Wizard.module.css'

type Props = { labels: readonly string[]; current: number; onGo: (index: number) => void }

/** The steps with the current one marked; completed steps are links back. */
export function StepList({ labels, current, onGo }: Props) {
  return (
    <nav aria-label="Steps">
      <ol className={classes.steps}>
        {labels.map((label, index) => (
          <li key={label} className={classes.step} aria-current={index === current ? 'step' : undefined}>
            <button
              type="button"
              className={classes.stepButton}
              disabled={index > current}
              onClick={() => index < current && onGo(index)}
            >
              <span className={classes.number} data-done={index < current || undefined}>
                {index < current ? <IconCheck size={14} aria-label="done" /> : index + 1}
              </span>
              {label}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
