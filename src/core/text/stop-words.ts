/** Function words only: cue words such as "never" and "always" stay searchable. Lower-cased, apostrophes removed. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  // English
  (
    'a an the this that these those there here it its i im ive id ill me my mine myself we us our ours were youre you your yours ' +
    'he him his she her hers they them their theirs who whom whose which what when where why how if then than so such as at by ' +
    'for from in into of off on onto out over to up with within about after again all also am and any are arent be been ' +
    'being both but can cant cannot could couldnt did didnt do does doesnt doing done dont each few had has hasnt have ' +
    'havent having is isnt just lets may might more most must mustnt neither nor not now only or other ought own same ' +
    'shall should shouldnt some still too very was wasnt will wont would wouldnt yes no ok okay please thats whats theres ' +
    // German
    'der die das den dem des ein eine einen einem einer eines und oder aber ist sind war wir ihr sie er es ich du mich mir ' +
    'uns nicht kein keine mit von zu zum zur im auf für bei aus nach wie was wenn dass auch noch ' +
    // French, Spanish, Portuguese, Italian, Dutch
    'le la les un une des du de et ou est sont nous vous ils elle dans pour par sur avec ne pas que qui ce cette ces ' +
    'el los las unos unas y o es son en con por para del al se su sus lo ' +
    'os um uma uns umas e é são em no na nos nas ao do da dos das não ' +
    'il gli uno di che non per con nel nella sono ' +
    'het een en van op te voor met niet dat deze zijn wordt ' +
    // Russian
    'и в на не с по для что это как мы вы он она они я у к из о от за то же бы'
  ).split(' '),
);
