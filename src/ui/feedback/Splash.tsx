import { Logo } from '#ui/layout/Logo.tsx'
import classes from './Splash.module.css'

/** Before the first page is there; on a fast network nobody sees it. */
export function Splash() {
  return (
    <output className={classes.splash} aria-label="Loading">
      <Logo size={44} />
    </output>
  )
}
