import { createContext } from 'react'

/**
 * tabIndex of links and of elements with a tooltip. In tables, elements with only a tooltip are left out of the tab
 * order; in a grid, links are as well, because arrow keys reach them.
 */
export const TabStop = createContext<-1 | 0 | undefined>(0)
