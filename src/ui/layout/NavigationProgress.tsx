import { useNavigation } from 'react-router'
import classes from './NavigationProgress.module.css'

/** Progress bar during navigation. Its style delays it, so that it does not appear on fast navigation. */
export function NavigationProgress() {
  return useNavigation().state === 'idle' ? null : <div className={classes.bar} aria-hidden />
}
