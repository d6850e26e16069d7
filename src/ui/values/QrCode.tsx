import { encode } from 'uqr'
import classes from './QrCode.module.css'

/** Modules of white around the picture; cameras need them. */
const quietZone = 4

/** A text as a picture for cameras: black on white in every color scheme. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: quietZone })
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, so that no picture has to be loaded
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className={classes.code}>
      <path d={outline(data)} shapeRendering="crispEdges" />
    </svg>
  )
}

/** Each dark module as a square of one path. */
const outline = (rows: readonly (readonly boolean[])[]) =>
  rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
