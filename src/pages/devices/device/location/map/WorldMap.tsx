import classes from './maps.module.css'
import type { Place } from './projection.ts'
import { worldOutline } from './world-outline.ts'

const meridians = [-120, -60, 0, 60, 120]
const parallels = [-60, -30, 0, 30, 60]
const outline = worldOutline.map((corners) => corners.map(([east, north]) => `${east},${-north}`).join(' '))

/** Approximate location on a world map, drawn locally without requests to other servers. */
export function WorldMap({ place: { latitude, longitude } }: { place: Place }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- inline SVG needs no image request
    <svg viewBox="-180 -90 360 180" role="img" aria-label="Position on the world map" className={classes.map}>
      <rect x={-180} y={-90} width={360} height={180} className={classes.sea} />
      {outline.map((points) => (
        <polygon key={points} points={points} className={classes.land} />
      ))}
      {meridians.map((at) => (
        <line key={at} x1={at} x2={at} y1={-90} y2={90} className={classes.line} />
      ))}
      {parallels.map((at) => (
        <line key={at} x1={-180} x2={180} y1={at} y2={at} className={classes.line} />
      ))}
      <circle cx={longitude} cy={-latitude} r={9} className={classes.halo} />
      <circle cx={longitude} cy={-latitude} r={3} className={classes.newest} />
    </svg>
  )
}
