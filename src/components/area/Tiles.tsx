import { useId } from 'react'
import { Link } from 'react-router'
import type { Tone } from '#ui/feedback/StatusBadge.tsx'
import { Title } from '#ui/layout/layout.ts'
import classes from './Tiles.module.css'

export type Tile = {
  label: string
  count: number | undefined
  /** Link to the list of the counted objects. */
  to?: string
  /** Used only for a count above 0 that needs attention. */
  tone?: Tone
  note?: string | undefined
}

/** Group of counts, each with a link to the counted objects. An unknown count is shown as "–", not as 0. */
export function TileGroup({ title, tiles }: { title: string; tiles: readonly Tile[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes.group}>
      <Title order={2} id={id} className={classes.title}>
        {title}
      </Title>
      <ul className={classes.tiles}>
        {tiles.map((tile) => (
          <li key={tile.label} className={classes.tile} data-tone={tile.count ? tile.tone : undefined}>
            {tile.to ? (
              <Link to={tile.to} className={classes.link}>
                <TileText tile={tile} />
              </Link>
            ) : (
              <TileText tile={tile} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const TileText = ({ tile: { label, count, note } }: { tile: Tile }) => (
  <>
    <span className={classes.count}>{count?.toLocaleString('en') ?? '–'}</span>{' '}
    <span className={classes.label}>{label}</span>
    {note && <small className={classes.note}> {note}</small>}
  </>
)
