export const devicesInWords = (count: number) => (count === 1 ? '1 device' : `${count.toLocaleString('en')} devices`)
