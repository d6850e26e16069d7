import classes from './maps.module.css'
import { type Place, projectionAround, scaleBar } from './projection.ts'

const width = 640
const height = 360
const maxScalePixels = 160

export type Stop = Place & { id: string; label: string }

/** Positions in order, newest first, on a map with graticule and scale only. */
export function TrackMap({ stops }: { stops: readonly Stop[] }) {
  const { pointOf, pixelsPerM, latitudeLines, longitudeLines } = projectionAround(stops, width, height)
  const points = stops.map((stop) => ({ ...stop, ...pointOf(stop) }))
  const scale = scaleBar(pixelsPerM, maxScalePixels)
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- inline SVG needs no image request
      role="img"
      aria-label={`Track of ${stops.length} positions; the scale bar is ${scale.text} long`}
      className={classes.map}
    >
      <rect width={width} height={height} className={classes.ground} />
      {latitudeLines.map((latitude) => {
        const { y } = pointOf({ latitude, longitude: longitudeLines[0] ?? 0 })
        return (
          <g key={latitude}>
            <line x1={0} x2={width} y1={y} y2={y} className={classes.line} />
            <text x={6} y={y - 4} className={classes.degrees}>
              {degreesText(latitude, 'N', 'S')}
            </text>
          </g>
        )
      })}
      {longitudeLines.map((longitude) => {
        const { x } = pointOf({ latitude: latitudeLines[0] ?? 0, longitude })
        return (
          <g key={longitude}>
            <line x1={x} x2={x} y1={0} y2={height} className={classes.line} />
            <text x={x + 4} y={height - 6} className={classes.degrees}>
              {degreesText(longitude, 'E', 'W')}
            </text>
          </g>
        )
      })}
      <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} className={classes.track} />
      {points.toReversed().map(({ id, label, x, y }) => (
        <g key={id}>
          <circle cx={x} cy={y} r={label === '1' ? 9 : 7} className={label === '1' ? classes.newest : classes.stop} />
          <text x={x + 12} y={y + 4} className={classes.label}>
            {label}
          </text>
        </g>
      ))}
      <g transform={`translate(${width - scale.pixels - 16} ${height - 34})`}>
        <rect x={-10} y={-26} width={scale.pixels + 20} height={38} rx={4} className={classes.ground} />
        <path d={`M0,-5 V0 H${scale.pixels} V-5`} className={classes.scale} />
        <text x={scale.pixels / 2} y={-8} textAnchor="middle" className={classes.label}>
          {scale.text}
        </text>
      </g>
    </svg>
  )
}

const degreesText = (degrees: number, above: string, below: string) =>
  `${Math.abs(degrees)}° ${degrees < 0 ? below : above}`
