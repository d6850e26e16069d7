import type { Finding } from '#contract/console/connections.ts'
import { counted } from '#contract/words/counted.ts'
import { levelNames, sorted, tones } from '#pages/settings/connections/connection-words.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import classes from './Findings.module.css'

/** Findings of a server: problems first, healthy ones collapsed. */
export function Findings({ findings }: { findings: readonly Finding[] }) {
  const { open, good } = sorted(findings)
  return (
    <div className={classes.findings}>
      {open.length > 0 && <FindingList findings={open} />}
      {good.length > 0 && (
        <details className={classes.good}>
          <summary>{counted(good.length, 'check passed', 'checks passed')}</summary>
          <FindingList findings={good} />
        </details>
      )}
    </div>
  )
}

const FindingList = ({ findings }: { findings: readonly Finding[] }) => (
  <ul className={classes.list}>
    {findings.map(({ check, level, title, detail, next }) => (
      <li key={`${check} ${title}`} className={classes.item} data-tone={tones[level]}>
        <span className={classes.level}>
          <StatusBadge tone={tones[level]}>{levelNames[level]}</StatusBadge>
        </span>
        <div className={classes.text}>
          <span className={classes.title}>{title}</span>
          {detail && <span className={classes.detail}>{detail}</span>}
          {next && (
            <span>
              <strong>What to do:</strong> {next}
            </span>
          )}
        </div>
      </li>
    ))}
  </ul>
)
