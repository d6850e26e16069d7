/** Loaded by tables that show or offer columns from the index. */
export { ColumnChoice } from './ColumnChoice.tsx'
export { IndexColumns } from './IndexColumns.tsx'
