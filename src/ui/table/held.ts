import { createElement, type ReactNode } from 'react'
import classes from './table.module.css'

/** Text with more characters is limited to a few lines in tables, so that rows stay short. */
const longerThanUsual = 90

/** Limits the height of long text in a table; the tooltip has the full text. */
export const held = (content: ReactNode, text = content): ReactNode =>
  typeof text === 'string' && text.length > longerThanUsual
    ? createElement('span', { className: classes.long }, content)
    : content
