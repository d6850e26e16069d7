import { describe, expect, test } from 'vitest'
import type { Column } from '#ui/table/column.ts'
import {
  columnsShown,
  tableLayout,
  defaultLayout,
  withColumn,
  withMoved,
  withPinned,
  withWidth,
} from '#ui/table/state/table-layout.ts'

const column = (id: string, more: Partial<Column<object>> = {}): Column<object> => ({
  id,
  header: id,
  cell: () => id,
  ...more,
})
const columns = [column('name'), column('age'), column('imei', { hidden: true }), column('city')]
const shown = (layout = defaultLayout) => columnsShown(columns, layout).map(({ id }) => id)

test('at first every column is shown but those that wait to be chosen', () => {
  expect(shown()).toEqual(['name', 'age', 'city'])
})

test('the column that names the row is always there', () => {
  expect(shown({ ...defaultLayout, columns: ['city'] })).toEqual(['name', 'city'])
  expect(shown({ ...defaultLayout, columns: [] })).toEqual(['name'])
})

test('a column that this version no longer has is left out', () => {
  expect(shown({ ...defaultLayout, columns: ['name', 'fax', 'imei'], pinned: ['fax'] })).toEqual(['name', 'imei'])
})

test('a column is shown at the end, and left out again', () => {
  const wider = withColumn(columns, defaultLayout, 'imei', true)
  expect(shown(wider)).toEqual(['name', 'age', 'city', 'imei'])
  expect(shown(withColumn(columns, wider, 'age', false))).toEqual(['name', 'city', 'imei'])
})

describe('a column that is moved', () => {
  test('stands where the other one stood', () => {
    expect(shown(withMoved(columns, defaultLayout, 'city', 'name'))).toEqual(['city', 'name', 'age'])
    expect(shown(withMoved(columns, defaultLayout, 'name', 'city'))).toEqual(['age', 'city', 'name'])
  })

  test('among the pinned ones is pinned, and no longer once it leaves them', () => {
    const pinned = withPinned(defaultLayout, 'city', true)
    expect(shown(pinned)).toEqual(['city', 'name', 'age'])
    const both = withMoved(columns, pinned, 'age', 'city')
    expect(shown(both)).toEqual(['age', 'city', 'name'])
    expect(both.pinned.toSorted()).toEqual(['age', 'city'])
    expect(withMoved(columns, both, 'age', 'name').pinned).toEqual(['city'])
  })
})

test('no column becomes too narrow to be grasped again', () => {
  expect(withWidth(defaultLayout, 'age', -20).widths).toEqual({ age: 48 })
  expect(withWidth(defaultLayout, 'age', 99_999).widths).toEqual({ age: 2000 })
})

test.each([{ columns: 'name' }, { density: 'tiny' }, { widths: { age: 'wide' } }, { pinned: [1] }])(
  'a layout that somebody else wrote is refused: %j',
  (wrong) => expect(tableLayout.safeParse(wrong).success).toBe(false),
)
