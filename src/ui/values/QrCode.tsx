import { encode } from 'uqr'
import classes from './QrCode.module.css'

/** Width of the quiet zone in modules, as required by the QR code specification. */
const quietZone = 4

/** QR code, black on white in every color scheme for readability by cameras. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: quietZone })
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- inline SVG needs no image request
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className={classes.code}>
      <path d={outline(data)} shapeRendering="crispEdges" />
    </svg>
  )
}

/** SVG path with one square per dark module. */
const outline = (rows: readonly (readonly boolean[])[]) =>
  rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
