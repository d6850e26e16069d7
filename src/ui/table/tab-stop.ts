import { createContext } from 'react'

/**
 * The tabIndex of what has a tip or leads somewhere. Inside a table, what only explains itself is no stop for Tab in every
 * row; nor, in a grid, is a link: the arrows lead to it.
 */
export const TabStop = createContext<-1 | 0 | undefined>(0)
