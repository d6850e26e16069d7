export const rowCount = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`
