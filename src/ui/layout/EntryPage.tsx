import type { ReactNode } from 'react'
import { productName } from '#ui/theme/product-name.ts'
import classes from './EntryPage.module.css'
import { Logo } from './Logo.tsx'

type Props = {
  title: string
  /** In the title of the window, where that is another one. */
  windowTitle?: string
  /** Below the card. */
  below?: ReactNode
  children: ReactNode
}

/** A page for whoever is not signed in: one card, without the frame of the console. */
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
