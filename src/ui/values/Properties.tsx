import { Card, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { CopyButton } from './CopyButton.tsx'
import { LongText } from './LongText.tsx'
import classes from './Properties.module.css'

export type Property = {
  label: string
  value: ReactNode
  /** Text for the copy button, which is omitted without it. */
  copy?: string
  note?: ReactNode
  wireName?: string
}
type Props = {
  title?: string
  items: readonly Property[]
  columns?: 1 | 2 | 3
  actions?: ReactNode
  /** Without a border, for use within a panel or dialog. */
  bare?: boolean
}

/** Card with a list of labeled values. */
export function Properties({ title, items, columns = 2, actions, bare = false }: Props) {
  const id = useId()
  return (
    <Card
      component="section"
      withBorder
      aria-labelledby={title ? id : undefined}
      className={classes.card}
      data-bare={bare || undefined}
    >
      {title && (
        <header className={classes.header}>
          <Title order={2} id={id} className={classes.title} data-tip="">
            {title}
          </Title>
          {actions}
        </header>
      )}
      <dl className={classes.list} data-stack data-columns={columns}>
        {items.map((item) => (
          <PropertyRow key={item.wireName ?? item.label} item={item} />
        ))}
      </dl>
    </Card>
  )
}

function PropertyRow({ item: { label, value, copy, note, wireName } }: { item: Property }) {
  return (
    <div className={classes.row}>
      <dt className={classes.label} data-tip={wireName}>
        {label}
      </dt>
      <dd className={classes.value}>
        <span className={classes.text}>{typeof value === 'string' ? <LongText text={value} /> : value}</span>
        {copy && (
          <span className={classes.copy}>
            <CopyButton value={copy} label={`Copy ${label}`} />
          </span>
        )}
        {note && <small className={classes.note}>{note}</small>}
      </dd>
    </div>
  )
}
