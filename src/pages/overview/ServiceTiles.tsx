import { Link } from 'react-router'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import type { ServiceFacts } from './service-facts.ts'
import classes from './ServiceTiles.module.css'

/** Services with health, counts and links. */
export function ServiceTiles({ services }: { services: readonly ServiceFacts[] }) {
  return (
    <ul className={classes.tiles} aria-label="Services">
      {services.map(({ name, to, health, count, words }) => (
        <li key={name} className={classes.tile} aria-busy={!health}>
          <div className={classes.head}>
            <Link to={to} className={classes.name}>
              {name}
            </Link>
            {health ? (
              <StatusBadge tone={health.tone}>{health.text}</StatusBadge>
            ) : (
              <span className={classes.words}>Checking …</span>
            )}
          </div>
          <div className={classes.count}>{count === undefined ? '–' : count.toLocaleString('en')}</div>
          <div className={classes.words}>{words}</div>
        </li>
      ))}
    </ul>
  )
}
