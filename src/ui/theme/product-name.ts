export const productName = 'Triptych'
