import type { ReactNode } from 'react'
import { productName } from '#ui/theme/product-name.ts'
import classes from './EntryPage.module.css'
import { Logo } from './Logo.tsx'

type Props = {
  title: string
  /** Title of the browser window, if different. */
  windowTitle?: string
  /** Content below the card. */
  below?: ReactNode
  children: ReactNode
}

/** Page for users who are not signed in: a single card without the application shell. */
export function EntryPage({ title, windowTitle = title, below, children }: Props) {
  return (
    <main className={classes.page}>
      <title>{`${windowTitle} · ${productName}`}</title>
      <div className={classes.brand}>
        <Logo size={40} />
        <span>{productName}</span>
      </div>
      <section className={classes.card}>
        <h1 className={classes.title}>{title}</h1>
        {children}
      </section>
      {below}
    </main>
  )
}
