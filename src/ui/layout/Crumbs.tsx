import { Link, useMatches } from 'react-router'
import classes from './Crumbs.module.css'

export type Crumb = { label: string; to: string }

/** Breadcrumb: `handle.crumb` of each parent route, followed by the title of the page. */
export function Crumbs({ title, crumbs }: { title: string; crumbs?: readonly Crumb[] }) {
  const fromRoutes = useCrumbs()
  const above = (crumbs ?? fromRoutes).filter(({ label }) => label !== title)
  return (
    <nav aria-label="Breadcrumb" data-top={above.length === 0 || undefined} className={classes.trail}>
      <ol className={classes.crumbs}>
        {above.map(({ label, to }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
        <li aria-current="page">{title}</li>
      </ol>
    </nav>
  )
}

function useCrumbs(): Crumb[] {
  const crumbs = useMatches().flatMap(({ pathname, handle }) => {
    const label = (handle as { crumb?: unknown } | undefined)?.crumb
    return typeof label === 'string' ? [[pathname.replace(/(?<=.)\/$/, ''), label] as const] : []
  })
  return [...new Map(crumbs)].map(([to, label]) => ({ label, to }))
}
