import { useNavigation } from 'react-router'
import classes from './NavigationProgress.module.css'

/** A bar while the next page is on its way; quick ones pass unseen. */
export function NavigationProgress() {
  return useNavigation().state === 'idle' ? null : <div className={classes.bar} aria-hidden />
}
