package blocks

// stopWords are the most frequent words of many languages: sentences contain
// them, labels and menus do not.
var stopWords = hashes(`
	the of and to a in is you that it for on are as with they be at this have from or had by but what
	some we can out other were all your when up use how said an each she which do their if will about
	many then them these so has her would like him into time no could my than been its who now did get
	our was not just more also i he his
	der die das und ist nicht ein eine einen einem einer zu den mit von auf für dem des sich auch es im
	wir sie ich war wird sind hat haben bei nach wie aus dass oder noch nur über am zum zur werden kann
	le la les et est pas une dans que qui pour sur au aux du en de un il elle nous vous ce cette ces son
	sa ses par plus ne se avec sont mais ou été
	el los las y por con para una su al lo como más pero es del no fue este esta sus muy ha son
	di che non per sono della dei delle nel alla gli più ha anche come ma
	o os não com uma dos das um em foi mais mas seu sua ao pela pelo
	het van niet op voor met zijn dat er aan ook door bij werd
	och att det som på av är inte till med den har jag vi men var
	og af til ikke der de har jeg at det
	i w na z się że nie do jest o to jak po co ale przez od za są dla oraz tym był
	a je se na že v s z o to si by jsem ale jako za
	и в не на что с по это как а то я он к из у за но для от так же бы было
	і у та що до не є на як це
	ve bir bu için ile da de ne çok daha olarak gibi
	ja on ei se että oli hän mutta niin kun
	és a az hogy nem is egy meg volt
	și în la cu nu pe care este mai o sau din
	και το να η του της με για που από
	là của và có không được cho một các trong
	dan yang di ini itu dengan untuk dari tidak
	的 是 了 在 不 有 我 他 这 和 人 也 就 个 们 到 说 要 为 上 の は に を が た で と し も な る`)
