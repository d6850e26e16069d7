/** Offices of the invented company, with invented carriers; country codes are real. */
export type Office = {
  name: string
  code: string
  address: string
  latitude: number
  longitude: number
  /** Second byte of its network: 10.x. */
  subnet: number
  mcc: string
  carriers: readonly { name: string; mnc: string }[]
}

export const company = 'Harbour & Vale'
export const domain = 'harbourvale.example'

const office = (
  [name, code, address]: [string, string, string],
  [latitude, longitude]: [number, number],
  subnet: number,
  mcc: string,
  ...carriers: [string, string][]
): Office => ({
  name,
  code,
  address,
  latitude,
  longitude,
  subnet,
  mcc,
  carriers: carriers.map(([name, mnc]) => ({ name, mnc })),
})

export const offices: readonly Office[] = [
  office(
    ['Lagos', 'LOS', '14 Marina Road, Lagos'],
    [6.4531, 3.3958],
    10,
    '621',
    ['Palmline', '07'],
    ['Savanna Cell', '03'],
  ),
  office(
    ['Lisboa', 'LIS', 'Rua da Prata 81, Lisboa'],
    [38.7102, -9.1366],
    11,
    '268',
    ['Tejo Móvel', '04'],
    ['Atlântica', '09'],
  ),
  office(
    ['München', 'MUC', 'Sendlinger Straße 22, München'],
    [48.1351, 11.5681],
    12,
    '262',
    ['Isarfunk', '05'],
    ['Nordnetz', '44'],
  ),
  office(['Kraków', 'KRK', 'ulica Świętego Jana 7, Kraków'], [50.0638, 19.9391], 13, '260', ['Wisła Mobile', '08']),
  office(['תל אביב', 'TLV', 'רחוב הרצל 18, תל אביב'], [32.0662, 34.7778], 14, '425', ['Carmel Air', '09']),
  office(['القاهرة', 'CAI', 'شارع طلعت حرب 33، القاهرة'], [30.0478, 31.2391], 15, '602', ['Nile Waves', '07']),
  office(['大阪', 'OSA', '大阪市中央区本町 3-2-1'], [34.6826, 135.5015], 16, '440', ['Naniwa Tel', '06']),
  office(['서울', 'SEL', '서울특별시 중구 을지로 45'], [37.5663, 126.9826], 17, '450', ['Hangang Net', '01']),
  office(['上海', 'SHA', '上海市黄浦区南京东路 200 号'], [31.2365, 121.4806], 18, '460', ['Huangpu Link', '08']),
  office(['Hà Nội', 'HAN', '12 phố Hàng Bông, Hà Nội'], [21.0291, 105.8468], 19, '452', ['Sông Hồng', '06']),
  office(['São Paulo', 'SAO', 'Rua Augusta 1200, São Paulo'], [-23.5554, -46.6561], 20, '724', ['Ipê Celular', '07']),
  office(['Reykjavík', 'REK', 'Laugavegur 44, Reykjavík'], [64.1446, -21.9213], 21, '274', ['Norðurljós', '05']),
  office(['Dublin', 'DUB', "9 St. Stephen's Green, Dublin"], [53.3387, -6.2582], 22, '272', ['Liffey Mobile', '04']),
  office(['Seattle', 'SEA', '1501 Pike Place, Seattle, WA'], [47.6088, -122.3404], 23, '310', [
    'Cascade Wireless',
    '012',
  ]),
  office(['मुंबई', 'BOM', 'महात्मा गांधी मार्ग 5, मुंबई'], [18.9322, 72.8309], 24, '404', ['Konkan Mobile', '02']),
  office(['Test laboratory', 'LAB', 'Hall 3, Old Harbour'], [53.5446, 9.9925], 99, '001', ['Test network', '01']),
]
