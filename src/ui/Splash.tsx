import { Logo } from './Logo.tsx'
import classes from './Splash.module.css'

/** Before the first page is there; on a fast network nobody sees it. */
export function Splash() {
  return (
    <div className={classes.splash} role="progressbar" aria-label="Loading">
      <Logo size={44} />
    </div>
  )
}
