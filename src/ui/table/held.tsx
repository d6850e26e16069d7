import type { ReactNode } from 'react'
import classes from './table.module.css'

/** Text with more characters is limited to a few lines in tables, so that rows stay short. */
const longerThanUsual = 90

/** Limits the height of long text in a table; the tooltip has the full text. */
export const held = (content: ReactNode, text = content) =>
  typeof text === 'string' && text.length > longerThanUsual ? <span className={classes.long}>{content}</span> : content
