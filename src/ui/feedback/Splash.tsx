import { Logo } from '#ui/layout/Logo.tsx'
import classes from './Splash.module.css'

/** Shown until the code of the first page has loaded. */
export function Splash() {
  return (
    <output className={classes.splash} aria-label="Loading">
      <Logo size={44} />
    </output>
  )
}
