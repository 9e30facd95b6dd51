/**
 * Words that mark a decision or a constraint that still applies, by language. Regular-expression fragments over
 * lower-cased text with straight apostrophes; alternatives stand between word edges unless the script has no spaces.
 *
 * - strong: holds until revoked ("never", "must not", "we decided");
 * - weak: an instruction or a preference ("use", "should", "prefer");
 * - change: replaces what was said before ("actually", "instead of", "no longer");
 * - noise: contains a cue word but decides nothing ("never mind", "I must say"); removed before the search.
 */
export interface CueLanguage {
  readonly spaced: boolean;
  /** Searched only when the text holds a character of this class; Latin languages share one search. */
  readonly script: RegExp | null;
  readonly strong: readonly string[];
  readonly weak: readonly string[];
  readonly change: readonly string[];
  readonly noise: readonly string[];
}

const CLAUSE =
  '(?<=^[\\s"\'“(*_`>-]*|[.,;:!?(–—]\\s*|(?<!\\p{L})(?:and|but|so|please|then|also|just|you|to|or)\\s)';
const RESTRICTED =
  'use|allow|accept|keep|write|read|run|call|deploy|log|store|support|send|show|return|merge';

const ENGLISH: CueLanguage = {
  spaced: true,
  script: null,
  strong: [
    'never',
    'always',
    "must(?:n't| not| never)?",
    `${CLAUSE}(?:do not|don't)`,
    `(?:${RESTRICTED}|may|can|should) only`,
    `only (?:${RESTRICTED}|ever|after|via|through|when|if|with)`,
    `only (?:\\p{L}+ ){1,3}(?:may|can|should|must|are allowed|is allowed)`,
    'no (?:more|fewer|less|later|earlier) than(?! i| you| we)',
    'at (?:most|least)(?= \\p{L}+| \\p{N}+)',
    '(?:not|never) exceed',
    "(?:we|i|they|team)(?: have|'ve|'d| had)? (?:decided|agreed|settled)",
    'decision|agreed:',
    'from now on|going forward|henceforth',
    'no longer',
    'under no circumstances',
    '(?:is|are|be) (?:required|forbidden|prohibited|mandatory|not allowed|off.limits)',
    '(?:strictly|legally) (?:required|forbidden)',
    '(?:the|one|our|hard|house|ground|golden) rule|rule of thumb|rule:',
    'constraints?|requirements?|non-negotiable|policy',
    '(?:instead of|rather than|in favou?r of)',
  ],
  weak: [
    "should(?:n't| not)?",
    '(?:has|have|needs?|got) to(?! say| admit)',
    'prefer(?:s|red|ably|ence)?',
    "(?:i|we|they|client|customer|boss|manager)(?: really)? (?:want|wants|would like|'d like)|(?:i|we)'d like",
    "let's(?= (?!see|say|look|start|hope))",
    "(?:we|i)(?:'ll| will| are going to|'re going to)(?: only| just)? (?:use|go with|keep|stick|store|call|ship|support|drop)",
    `${CLAUSE}(?:use|keep|avoid|stop|make|set|stick|limit|exclude|skip|drop|switch|change|replace|rename|move|forget|leave)`,
    `${CLAUSE}actually`,
    'instead',
    'changed (?:my|our|their) minds?|change of plans?|on second thoughts?|scratch that',
    '(?:go|going|went|stick|sticking) (?:with|to)(?= \\p{L})',
    'make sure|ensure|remember(?: that|:| to)',
    "(?:is|are|isn't|aren't) (?:allowed|not supported|out of scope|in scope|read-only|final)",
    'it is$|out of the question|deadline|budget is|limit is|maximum|minimum',
  ],
  change: [],
  noise: [
    'never ?mind|you never know|never (?:ever )?(?:been|seen|had|heard|thought|knew|know|works?|worked|returns?|returned|happen(?:s|ed)?|finish(?:es|ed)?|fires?|fired|resolve[sd]?|called|reached|gets?|got)',
    '(?:as|almost|nearly|not) always|always (?:been|thought|wanted|fail(?:s|ed)?|crash(?:es|ed)?|happens?|happened|seems?|nice|good|fun|a pleasure|returned)',
    '(?:it|this|that|which|there) always',
    'i must (?:say|admit|confess)|must have|(?:it|that|this|there) must be|must-have|a must',
    "(?:do not|don't) (?:worry|think so|know|mind|get me wrong|understand|see why|hesitate)",
    'at least (?:it|we|that|this|now|for now|i|they|you|the|some)(?! must| should)',
    'if only|not only|only (?:just|took|takes|been|about|a few|one|two|because)|i only|(?:it|that|this|which) only',
    'should (?:be (?:fine|good|ok|okay|enough|easy|possible|able|done|working)|work|help|now|have|i|we|you|it|this|that)',
    "(?:do|does|did)(?:n't| not)? (?:\\p{L}+ )?(?:have|need) to",
    'first rule of|exceptions? to the rule|work(?:ed|s)? instead',
    "let's go$",
    'more often than not|better late than never',
  ],
};

const LATIN: CueLanguage = {
  spaced: true,
  script: null,
  strong: [
    // German
    'niemals|nie(?! zuvor| gesehen| mit| ma| są)|immer(?! noch| wieder| mehr| besser)|muss|müssen|müsst|(?:darf|dürfen) (?:nicht|nur|nie|kein\\p{L}*)',
    '(?:darf|dürfen)(?: \\p{L}+){1,3} (?:nicht|kein\\p{L}*)|nur noch|ausschließlich|auf keinen fall|keinesfalls|höchstens|mindestens|maximal',
    'wir haben (?:uns )?(?:\\p{L}+ )?(?:entschieden|beschlossen|vereinbart)|ab (?:jetzt|sofort)|verboten|vorgabe|bitte (?:nie|nicht|kein\\p{L}*|immer|nur)|(?:die|eine|als) regel',
    // French
    'jamais|toujours|il faut|doit|doivent|ne doi(?:t|vent) pas|interdit(?:e|es|s)?|uniquement|seulement|au (?:plus|moins|maximum)|nous avons décidé|on a décidé|désormais|à partir de maintenant|la règle|obligatoire',
    // Spanish
    'nunca|siempre|debe|deben|debemos|tiene que|hay que|prohibid[oa]s?|solamente|únicamente|sólo|como máximo|como mínimo|al menos|hemos decidido|decidimos|a partir de ahora|la regla|obligatori[oa]',
    // Portuguese
    'jamais|sempre|deve|devem|tem que|proibid[oa]s?|somente|apenas|no máximo|no mínimo|pelo menos|decidimos|a partir de agora|a regra|obrigatóri[oa]',
    // Italian
    "non (?:\\p{L}+ ){0,2}mai|mai più|dev(?:e|ono)|bisogna|vietat[oa]|soltanto|solo (?:con|per|dopo)|al massimo|almeno|abbiamo deciso|d'ora in poi|la regola",
    // Dutch
    'nooit|altijd|moet(?:en)?|mag (?:niet|geen|alleen)|mogen (?:niet|geen|alleen)|verboden|uitsluitend|hoogstens|hooguit|minstens|minimaal|we hebben besloten|vanaf nu|de regel',
  ],
  weak: [
    'soll|sollen|sollte|sollten|bevorzug\\p{L}*|lieber|verwende|verwenden wir|nutze|lass uns|vermeide|statt|stattdessen',
    'préf[éè]r\\p{L}*|utilis(?:e|ez|ons)|évit(?:e|ez|ons)|plutôt|au lieu d\\p{L}*',
    'prefier\\p{L}*|usa|usemos|utiliza|evita|evitemos|mejor|en (?:vez|lugar) de',
    'prefir\\p{L}*|use (?:os?|as?)(?= \\p{L})|vamos usar|evite|em vez de|melhor',
    'preferi\\p{L}*|usiamo|utilizziamo|evita|evitiamo|invece|meglio|piuttosto',
    'liever|gebruik|vermijd|laten we|in plaats van',
  ],
  change: [
    'statt|stattdessen|anstelle|anstatt|doch lieber|lieber doch|doch nicht|nicht mehr|eigentlich|vergiss|ändere|ändern wir|wechsel\\p{L}*',
    'finalement|plutôt|au lieu d\\p{L}*|ne (?:\\p{L}+ ){0,3}plus|change[rz]|remplace[rz]|oublie[rz]?',
    'en realidad|mejor no|en (?:vez|lugar) de|ya no|cambia\\p{L}*|reemplaza|olvida|pensándolo bem|pensándolo bien',
    'na verdade|em vez de|não (?:\\p{L}+ ){0,2}mais|mud[ae]\\p{L}*|troque|esqueça|pensando bem',
    'anzi|invece|in realtà|al posto di|non (?:\\p{L}+ ){0,2}più|cambia\\p{L}*|sostituisci|dimentica|ripensandoci',
    'eigenlijk|in plaats van|toch liever|niet meer|verander|vervang|vergeet|bij nader inzien',
  ],
  noise: [
    'macht nichts|immer gern\\p{L}*|wie immer|muss (?:sagen|zugeben)|comme toujours|presque toujours|como siempre|como sempre|je dois dire|debo decir|devo dire|zoals altijd|moet zeggen|toujours pas|toujours en cours|au moins ça|al menos eso|doit être|debe (?:de )?ser|deve essere|deve ser|muss wohl|nunca mejor dicho',
  ],
};

const OTHER: readonly CueLanguage[] = [
  {
    spaced: true,
    script: /\p{sc=Cyrl}/u,
    strong: [
      'никогда|всегда|долж(?:ен|на|но|ны)|нельзя|обязательно|только|запрещ\\p{L}+|(?:мы )?решили|с этого момента|отныне|впредь',
      'не (?:более|менее|больше|меньше)|максимум|минимум|правило|ни в коем случае|строго|необходимо',
    ],
    weak: [
      'используй(?:те)?|используем|давай(?:те)?|лучше|предпочита\\p{L}+|избегай(?:те)?|следует|нужно|надо|вместо',
    ],
    change: [
      'вместо|больше не|уже не|на самом деле|вообще-то|передумал[аи]?|замени(?:те|м)?|измени(?:те|м)?|забудь(?:те)?|лучше',
    ],
    noise: ['как всегда|только что|должно быть|почти всегда|никогда не знаешь'],
  },
  {
    spaced: false,
    // Kana means Japanese, which has its own entry and shares some of these words.
    script: /^(?=.*\p{sc=Han})(?!.*[\p{sc=Hira}\p{sc=Kana}])/su,
    strong: [
      '不要|不能|不得|不可以?|不许|不允许|禁止|严禁|必须|必須|务必|務必|一律|始终|始終|总是|永远|永遠|绝不|絕不|绝对不|只能|只用|只允许|不再|请勿|切勿|別再|别再',
      '(?<!决)决定|(?:我们)?商定|规则|規則|从现在起|今后|以后都|至少|最多|不超过|不少于',
    ],
    weak: ['应该|應該|应当|需要|建议用|使用|改用|改成|改为|換成|换成|最好|优先|避免|记得|而不是|代替'],
    change: ['改用|改成|改为|换成|換成|而不是|不再|代替|其实|還是|还是用|取消|忘掉|不用了'],
    noise: ['不要紧|不得不|不能不|不可能|总是失败|永远不知道|不好意思'],
  },
  {
    spaced: false,
    script: /[\p{sc=Hira}\p{sc=Kana}]/u,
    strong: [
      '必ず|絶対に|絶対|常に|禁止|(?:ては|では|ちゃ)(?:いけ|なら|だめ|ダメ)|(?:ない|なければ)(?:いけ|なら)|ないでください|しないで|べき|のみ|今後は|これからは|決めました|決定|ルール|必須|まで(?:に|と)する|最大|最低',
    ],
    weak: [
      'ましょう|てください|ほうがいい|方がいい|を使(?:う|い|って)|にする|にして|優先|避け|の?代わりに|ではなく',
    ],
    change: [
      'ではなく|じゃなく|代わりに|やっぱり|やはり|もう(?:\\p{L}{1,8})ない|に変更|に変えて|に切り替え|忘れて|実は',
    ],
    noise: ['必ずしも|気にしないで|心配しないで|決まっていない'],
  },
  {
    spaced: false,
    script: /\p{sc=Hang}/u,
    strong: [
      '반드시|절대|항상|언제나|금지|(?:하지|쓰지|사용하지|넣지|남기지|기록하지) ?(?:마|말)|해야|이어야|여야|만 사용|만 허용|이제부터|앞으로(?:는)?|결정했|하기로|규칙|최대|최소|필수',
    ],
    weak: ['사용하|쓰자|합시다|하세요|해 ?주세요|선호|피하|대신|좋겠'],
    change: ['대신|아니라|말고|더 이상|사실은|바꾸|바꿔|변경|잊어'],
    noise: ['항상 실패|언제나처럼'],
  },
  {
    spaced: true,
    script: /\p{sc=Arab}/u,
    strong: [
      '(?:لا )?يجب(?: أن| ألا)?|ممنوع|أبد(?:ا|اً|ًا)|دائم(?:ا|اً|ًا)|فقط|من الآن فصاعد(?:ا|اً|ًا)|قررنا|على الأقل|على الأكثر|القاعدة|مطلقا|يمنع|لا يجوز|إلزامي',
    ],
    weak: ['استخدم|لنستخدم|سنستخدم|ينبغي|نفضل|أفضل|تجنب|لا ت\\p{L}{2,}|بدل(?:ا|اً|ًا) من'],
    change: ['بدل(?:ا|اً|ًا) من|لم يعد|في الواقع|غي(?:ر|ّر)|استبدل|انس'],
    noise: ['لا بأس|كما هو دائما'],
  },
  {
    spaced: false,
    script: /\p{sc=Deva}/u,
    strong: [
      'कभी (?:भी )?(?:नहीं|न|मत)|हमेशा|अनिवार्य|ज़रूरी|जरूरी|केवल|सिर्फ़?|अब से|तय किया|नियम|कम से कम|ज़्यादा से ज़्यादा|अधिकतम|न्यूनतम|मना है|वर्जित|(?:करना|होना|रखना) (?:होगा|है)',
    ],
    weak: ['चाहिए| मत |के बजाय|की बजाय|की जगह|इस्तेमाल करें|उपयोग करें|पसंद|बचें'],
    change: ['के बजाय|की बजाय|की जगह|अब नहीं|दरअसल|असल में|बदल|भूल जा'],
    noise: ['कोई बात नहीं|हमेशा की तरह'],
  },
];

export const CUE_LANGUAGES: readonly CueLanguage[] = [ENGLISH, LATIN, ...OTHER];
