/**
 * Given and family names by culture, sixteen each. Non-Latin names are followed by a slash and the spelling for email
 * addresses.
 */
export type Name = { shown: string; latin: string }
export type Culture = { given: readonly Name[]; family: readonly Name[]; office: string; familyFirst: boolean }

/** Letters that do not decompose into a Latin letter and a diacritic. */
const letters: Record<string, string> = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', æ: 'ae', ı: 'i' }

const inLatin = (text: string) =>
  text
    .toLowerCase()
    .replace(/[ßøłđðþæı]/g, (letter) => letters[letter] ?? letter)
    .normalize('NFD')
    .replace(/[^a-z]/g, '')

const names = (list: string): Name[] =>
  list.split(' ').map((entry) => {
    const [shown = '', latin = inLatin(shown)] = entry.replaceAll('_', ' ').split('/')
    return { shown, latin }
  })

const culture = (office: string, given: string, family: string, familyFirst = false): Culture => ({
  given: names(given),
  family: names(family),
  office,
  familyFirst,
})

export const cultures: readonly Culture[] = [
  culture(
    'LOS',
    'Amara Chinedu Folake Tunde Ngozi Emeka Yetunde Ifeanyi Zainab Olumide Adaeze Bolaji Kehinde Uche Halima Segun',
    'Okafor Adeyemi Balogun Eze Nwosu Okonkwo Abubakar Ogunleye Danjuma Ibekwe Afolabi Obi Bello Uzoma Ojo Musa',
  ),
  culture(
    'MUC',
    'Jürgen Käthe Björn Änne Götz Renate Thorben Friederike Øyvind Sören Mareike Uwe Łucja Birgit Falk Anneliese',
    'Müller Großmann Schröder Weiß Jäger Kühn Nørgaard Böttcher Sjöberg Straßer Köhler Vogt Ångström Wölfle Bauer Lindqvist',
  ),
  culture(
    'OSA',
    '陽菜/hina 蓮/ren 結衣/yui 大翔/hiroto 美咲/misaki 拓海/takumi さくら/sakura 健太/kenta 葵/aoi 翔/sho 真由美/mayumi 一郎/ichiro 凛/rin 悠斗/yuto 千尋/chihiro 直樹/naoki',
    '佐藤/sato 鈴木/suzuki 高橋/takahashi 田中/tanaka 伊藤/ito 渡辺/watanabe 山本/yamamoto 中村/nakamura 小林/kobayashi 加藤/kato 吉田/yoshida 山田/yamada 松本/matsumoto 井上/inoue 木村/kimura 林/hayashi',
    true,
  ),
  culture(
    'DUB',
    'Siobhán Niamh Cillian Aoife Oisín Gráinne Pádraig Róisín Eoghan Caoimhe Fionn Maeve Ciarán Sinéad Declan Orla',
    "O'Brien D'Arcy O'Sullivan MacNamara Mulcahy Fitzgerald O'Neill McDonagh Byrne Kavanagh O'Connell Doherty Quinn Gallagher M'Carthy Nolan",
  ),
  culture(
    'CAI',
    'فاطمة/fatima أحمد/ahmed ليلى/layla يوسف/youssef مريم/mariam خالد/khaled نور/nour طارق/tarek سلمى/salma عمر/omar هدى/hoda محمود/mahmoud ياسمين/yasmin كريم/karim زينب/zeinab سامي/sami',
    'حسن/hassan إبراهيم/ibrahim المصري/elmasry السيد/elsayed منصور/mansour فاروق/farouk النجار/elnaggar عبد_الرحمن/abdelrahman شاهين/shahin سليمان/soliman رمضان/ramadan عثمان/osman صالح/saleh الخطيب/elkhatib بدوي/badawi حداد/haddad',
  ),
  culture(
    'SAO',
    'João Conceição Thaís Caetano Inês Estêvão Lúcia Tomás Antônia Vinícius Flávia Márcio Débora Joaquim Luíza Otávio',
    'da_Silva Gonçalves Araújo Magalhães Simões Guimarães Falcão Leitão Pádua Corrêa Brandão Conceição Sá Furtado Mourão Assunção',
  ),
  culture(
    'SEL',
    '서연/seoyeon 민준/minjun 지우/jiwoo 하은/haeun 도윤/doyun 서준/seojun 수빈/subin 예준/yejun 지민/jimin 유진/yujin 현우/hyunwoo 은지/eunji 준호/junho 다은/daeun 태민/taemin 소라/sora',
    '김/kim 이/lee 박/park 최/choi 정/jung 강/kang 조/cho 윤/yoon 장/jang 임/lim 한/han 오/oh 서/seo 신/shin 권/kwon 황/hwang',
    true,
  ),
  culture(
    'KRK',
    'Zofia Łukasz Małgorzata Grzegorz Agnieszka Wojciech Bożena Paweł Żaneta Michał Jadwiga Sławomir Radosława Elżbieta Kazimierz Danuta',
    'Wójcik Kowalczyk Zając Brzęczyszczykiewicz Łapa Dąbek Świerk Gołąb Król Mazur Kołodziej Piętka Żak Ćwik Sikora Góra',
  ),
  culture(
    'TLV',
    'נועה/noa איתן/eitan תמר/tamar יונתן/yonatan שירה/shira דוד/david מאיה/maya עומר/omer רותם/rotem אסף/asaf יעל/yael גיא/guy הילה/hila אורי/uri מיכל/michal ניר/nir',
    'כהן/cohen לוי/levi מזרחי/mizrahi פרץ/peretz ביטון/biton אברהם/avraham פרידמן/friedman שפירא/shapira רוזן/rosen בן_דוד/bendavid קפלן/kaplan אזולאי/azoulay ברק/barak דהן/dahan גולן/golan שלום/shalom',
  ),
  culture(
    'SHA',
    '秀英/xiuying 伟/wei 芳/fang 敏/min 静/jing 强/qiang 磊/lei 洋/yang 艳/yan 勇/yong 军/jun 杰/jie 娟/juan 涛/tao 超/chao 欣怡/xinyi',
    '王/wang 李/li 张/zhang 刘/liu 陈/chen 杨/yang 黄/huang 赵/zhao 吴/wu 周/zhou 徐/xu 孙/sun 马/ma 朱/zhu 胡/hu 欧阳/ouyang',
    true,
  ),
  culture(
    'REK',
    'Guðrún Þór Sigríður Jón Ásdís Björk Hörður Æsa Kristín Ólafur Ragnheiður Ísak Þórunn Magnús Unnur Gísli',
    'Blöndal Thorarensen Þormar Briem Öfjörð Hafstein Kvaran Zoëga Nordal Líndal Kjarval Ísfeld Möller Scheving Waage Bergmann',
  ),
  culture(
    'HAN',
    'Ánh Đức Hương Quân Thảo Tuấn Ngọc Bảo Phượng Khôi Mỹ_Linh Hải Yến Long Thùy_Dương Sơn',
    'Nguyễn Trần Lê Phạm Hoàng Huỳnh Phan Vũ Võ Đặng Bùi Đỗ Hồ Ngô Dương Lý',
    true,
  ),
  culture(
    'BOM',
    'प्रिया/priya अर्जुन/arjun अनन्या/ananya रोहन/rohan कविता/kavita विक्रम/vikram दीपिका/deepika संजय/sanjay मीरा/meera आदित्य/aditya नेहा/neha राहुल/rahul सुनीता/sunita करण/karan लक्ष्मी/lakshmi इमरान/imran',
    'शर्मा/sharma पटेल/patel देशमुख/deshmukh कुलकर्णी/kulkarni जोशी/joshi मेहता/mehta गुप्ता/gupta सिंह/singh राव/rao नायर/nair चौधरी/chaudhary भट्ट/bhatt खान/khan सावंत/sawant वर्मा/verma मिश्रा/mishra',
  ),
  culture(
    'SEA',
    "Grace Mateo Latoya Dmitri Priscilla Kai Shanice Wyatt Beatrix Hiroshi Renée Tyrone Zoë Jackson D'Angelo Anaïs",
    'Washington Ramírez Kowalski Nakamura-Hayes Johnson St._John Petrov Begay Van_der_Berg Lee Null Peña Smith True Delacroix-Montgomery Xu',
  ),
  culture(
    'LIS',
    'Beatriz Gonçalo Mafalda Rúben Leonor Simão Constança Nélson Matilde Álvaro Graça Zé Íris Fábio Glória Luís',
    'Carvalho Ferrão Teixeira Lourenço Gouveia Antunes Henriques Falé Cação Brito Vilhena Queirós Nóbrega Paixão Bragança Trancoso',
  ),
]
