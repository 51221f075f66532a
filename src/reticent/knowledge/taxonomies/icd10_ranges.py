"""Chapters and blocks of ICD-10-CM: which categories they hold and what they are about.

The first range that holds a category is its own: where a letter stands for a digit (C4A, M1A) the
narrower range comes first.
"""

CHAPTERS = """
A00-B99 Certain infectious and parasitic diseases
C00-D49 Neoplasms
D50-D89 Diseases of the blood and disorders involving the immune mechanism
E00-E89 Endocrine, nutritional and metabolic diseases
F01-F99 Mental, behavioral and neurodevelopmental disorders
G00-G99 Diseases of the nervous system
H00-H59 Diseases of the eye and adnexa
H60-H95 Diseases of the ear and mastoid process
I00-I99 Diseases of the circulatory system
J00-J99 Diseases of the respiratory system
K00-K95 Diseases of the digestive system
L00-L99 Diseases of the skin and subcutaneous tissue
M00-M99 Diseases of the musculoskeletal system and connective tissue
N00-N99 Diseases of the genitourinary system
O00-O9A Pregnancy, childbirth and the puerperium
P00-P96 Certain conditions originating in the perinatal period
Q00-Q99 Congenital malformations and chromosomal abnormalities
R00-R99 Symptoms, signs and abnormal clinical findings
S00-T88 Injury, poisoning and other consequences of external causes
U00-U85 Codes for special purposes
V00-Y99 External causes of morbidity
Z00-Z99 Factors influencing health status
"""

BLOCKS = """
A00-A09 Intestinal infectious diseases
A15-A19 Tuberculosis
A20-A28 Certain zoonotic bacterial diseases
A30-A49 Other bacterial diseases
A50-A64 Infections with a predominantly sexual mode of transmission
A65-A69 Other spirochetal diseases
A70-A74 Other diseases caused by chlamydiae
A75-A79 Rickettsioses
A80-A89 Viral and prion infections of the central nervous system
A90-A99 Arthropod-borne viral fevers and viral hemorrhagic fevers
B00-B09 Viral infections of the skin and mucous membranes
B10-B10 Other human herpesviruses
B15-B19 Viral hepatitis
B20-B20 Human immunodeficiency virus disease
B25-B34 Other viral diseases
B35-B49 Mycoses
B50-B64 Protozoal diseases
B65-B83 Helminthiases
B85-B89 Pediculosis, acariasis and other infestations
B90-B94 Sequelae of infectious and parasitic diseases
B95-B97 Bacterial and viral infectious agents
B99-B99 Other infectious diseases
C7A-C7A Malignant neuroendocrine tumors
C7B-C7B Secondary neuroendocrine tumors
C00-C14 Malignant neoplasms of lip, oral cavity and pharynx
C15-C26 Malignant neoplasms of digestive organs
C30-C39 Malignant neoplasms of respiratory and intrathoracic organs
C40-C41 Malignant neoplasms of bone and articular cartilage
C45-C49 Malignant neoplasms of mesothelial and soft tissue
C43-C4A Melanoma and other malignant neoplasms of skin
C50-C50 Malignant neoplasms of breast
C51-C58 Malignant neoplasms of female genital organs
C60-C63 Malignant neoplasms of male genital organs
C64-C68 Malignant neoplasms of urinary tract
C69-C72 Malignant neoplasms of eye, brain and central nervous system
C73-C75 Malignant neoplasms of thyroid and other endocrine glands
C76-C80 Malignant neoplasms of secondary and unspecified sites
C81-C96 Malignant neoplasms of lymphoid and hematopoietic tissue
D00-D09 In situ neoplasms
D3A-D3A Benign neuroendocrine tumors
D10-D36 Benign neoplasms
D37-D48 Neoplasms of uncertain behavior
D49-D49 Neoplasms of unspecified behavior
D50-D53 Nutritional anemias
D55-D59 Hemolytic anemias
D60-D64 Aplastic and other anemias
D65-D69 Coagulation defects and other hemorrhagic conditions
D70-D77 Other disorders of blood and blood-forming organs
D78-D78 Complications of the spleen
D80-D89 Disorders involving the immune mechanism
E00-E07 Disorders of thyroid gland
E08-E13 Diabetes mellitus
E15-E16 Other disorders of glucose regulation
E20-E35 Disorders of other endocrine glands
E36-E36 Complications of the endocrine system
E40-E46 Malnutrition
E50-E64 Other nutritional deficiencies
E65-E68 Overweight and obesity
E70-E88 Metabolic disorders
E89-E89 Postprocedural endocrine and metabolic complications
F01-F09 Mental disorders due to known physiological conditions
F10-F19 Mental and behavioral disorders due to psychoactive substance use
F20-F29 Schizophrenia and other psychotic disorders
F30-F39 Mood disorders
F40-F48 Anxiety, stress-related and somatoform disorders
F50-F59 Behavioral syndromes associated with physiological disturbances
F60-F69 Disorders of adult personality and behavior
F70-F79 Intellectual disabilities
F80-F89 Pervasive and specific developmental disorders
F90-F98 Behavioral and emotional disorders of childhood
F99-F99 Unspecified mental disorder
G00-G09 Inflammatory diseases of the central nervous system
G10-G14 Systemic atrophies affecting the central nervous system
G20-G26 Extrapyramidal and movement disorders
G30-G32 Other degenerative diseases of the nervous system
G35-G37 Demyelinating diseases of the central nervous system
G40-G47 Episodic and paroxysmal disorders
G50-G59 Nerve, nerve root and plexus disorders
G60-G65 Polyneuropathies
G70-G73 Diseases of myoneural junction and muscle
G80-G83 Cerebral palsy and other paralytic syndromes
G89-G99 Other disorders of the nervous system
H00-H05 Disorders of eyelid, lacrimal system and orbit
H10-H11 Disorders of conjunctiva
H15-H22 Disorders of sclera, cornea, iris and ciliary body
H25-H28 Disorders of lens
H30-H36 Disorders of choroid and retina
H40-H42 Glaucoma
H43-H44 Disorders of vitreous body and globe
H46-H47 Disorders of optic nerve and visual pathways
H49-H52 Disorders of ocular muscles and binocular movement
H53-H54 Visual disturbances and blindness
H55-H59 Other disorders of eye and adnexa
H60-H62 Diseases of external ear
H65-H75 Diseases of middle ear and mastoid
H80-H83 Diseases of inner ear
H90-H95 Other disorders of ear
I00-I02 Acute rheumatic fever
I05-I09 Chronic rheumatic heart diseases
I10-I1A Hypertensive diseases
I20-I25 Ischemic heart diseases
I26-I28 Pulmonary heart disease and diseases of pulmonary circulation
I30-I5A Other forms of heart disease
I60-I69 Cerebrovascular diseases
I70-I79 Diseases of arteries, arterioles and capillaries
I80-I89 Diseases of veins and lymphatic vessels
I95-I99 Other disorders of the circulatory system
J00-J06 Acute upper respiratory infections
J09-J18 Influenza and pneumonia
J20-J22 Other acute lower respiratory infections
J30-J39 Other diseases of upper respiratory tract
J40-J4A Chronic lower respiratory diseases
J60-J70 Lung diseases due to external agents
J80-J84 Respiratory diseases affecting the interstitium
J85-J86 Suppurative conditions of the lower respiratory tract
J90-J94 Other diseases of the pleura
J95-J99 Other diseases of the respiratory system
K00-K14 Diseases of oral cavity and salivary glands
K20-K31 Diseases of esophagus, stomach and duodenum
K35-K38 Diseases of appendix
K40-K46 Hernia
K50-K52 Noninfective enteritis and colitis
K55-K64 Other diseases of intestines
K65-K68 Diseases of peritoneum and retroperitoneum
K70-K77 Diseases of liver
K80-K87 Disorders of gallbladder, biliary tract and pancreas
K90-K95 Other diseases of the digestive system
L00-L08 Infections of the skin and subcutaneous tissue
L10-L14 Bullous disorders
L20-L30 Dermatitis and eczema
L40-L45 Papulosquamous disorders
L49-L54 Urticaria and erythema
L55-L59 Radiation-related disorders of the skin
L60-L75 Disorders of skin appendages
L76-L76 Complications of skin
L80-L99 Other disorders of the skin
M00-M04 Infectious arthropathies and autoinflammatory syndromes
M15-M19 Osteoarthritis
M05-M1A Inflammatory polyarthropathies
M20-M25 Other joint disorders
M26-M27 Dentofacial anomalies and disorders of jaw
M30-M36 Systemic connective tissue disorders
M40-M43 Deforming dorsopathies
M45-M49 Spondylopathies
M50-M54 Other dorsopathies
M60-M63 Disorders of muscles
M65-M67 Disorders of synovium and tendon
M70-M79 Other soft tissue disorders
M80-M85 Disorders of bone density and structure
M86-M90 Other osteopathies
M91-M94 Chondropathies
M95-M99 Other disorders of the musculoskeletal system
N00-N08 Glomerular diseases
N10-N16 Renal tubulo-interstitial diseases
N17-N19 Acute kidney failure and chronic kidney disease
N20-N23 Urolithiasis
N25-N29 Other disorders of kidney and ureter
N30-N39 Other diseases of the urinary system
N40-N53 Diseases of male genital organs
N60-N65 Disorders of breast
N70-N77 Inflammatory diseases of female pelvic organs
N80-N98 Noninflammatory disorders of female genital tract
N99-N99 Complications of the genitourinary system
O00-O08 Pregnancy with abortive outcome
O09-O09 Supervision of high risk pregnancy
O10-O16 Hypertensive disorders in pregnancy
O20-O29 Other maternal disorders related to pregnancy
O30-O48 Maternal care related to the fetus
O60-O77 Complications of labor and delivery
O80-O82 Encounter for delivery
O85-O92 Complications related to the puerperium
O94-O9A Other obstetric conditions
P00-P04 Newborn affected by maternal factors
P05-P08 Disorders of newborn related to length of gestation and fetal growth
P09-P09 Abnormal findings on neonatal screening
P10-P15 Birth trauma
P19-P29 Respiratory and cardiovascular disorders of newborn
P35-P39 Infections of newborn
P50-P61 Hemorrhagic and hematological disorders of newborn
P70-P74 Transitory endocrine and metabolic disorders of newborn
P76-P78 Digestive system disorders of newborn
P80-P83 Conditions of integument and temperature regulation of newborn
P84-P96 Other problems with newborn
Q00-Q07 Congenital malformations of the nervous system
Q10-Q18 Congenital malformations of eye, ear, face and neck
Q20-Q28 Congenital malformations of the circulatory system
Q30-Q34 Congenital malformations of the respiratory system
Q35-Q37 Cleft lip and cleft palate
Q38-Q45 Congenital malformations of the digestive system
Q50-Q56 Congenital malformations of genital organs
Q60-Q64 Congenital malformations of the urinary system
Q65-Q79 Congenital malformations of the musculoskeletal system
Q80-Q89 Other congenital malformations
Q90-Q99 Chromosomal abnormalities
S00-S09 Injuries to the head
S10-S19 Injuries to the neck
S20-S29 Injuries to the thorax
S30-S39 Injuries to the abdomen, lower back and pelvis
S40-S49 Injuries to the shoulder and upper arm
S50-S59 Injuries to the elbow and forearm
S60-S69 Injuries to the wrist, hand and fingers
S70-S79 Injuries to the hip and thigh
S80-S89 Injuries to the knee and lower leg
S90-S99 Injuries to the ankle and foot
T15-T19 Effects of foreign bodies entering through natural orifices
T20-T32 Burns and corrosions
T33-T34 Frostbite
T36-T50 Poisoning by drugs and biological substances
T51-T65 Toxic effects of nonmedicinal substances
T66-T78 Other and unspecified effects of external causes
T80-T88 Complications of surgical and medical care
V00-V99 Transport accidents
W00-X58 Other external causes of accidental injury
X71-X83 Intentional self-harm
X92-Y09 Assault
Y21-Y33 Events of undetermined intent
Y35-Y38 Legal intervention, operations of war and terrorism
Y62-Y84 Complications of medical care as external causes
Y90-Y99 Supplementary factors related to causes of morbidity
Z00-Z13 Encounters for examinations
Z16-Z16 Resistance to antimicrobial drugs
Z20-Z29 Potential health hazards related to communicable diseases
Z30-Z3A Encounters related to reproduction
Z40-Z53 Encounters for other specific health care
Z55-Z65 Socioeconomic and psychosocial circumstances
Z77-Z99 Health hazards related to family and personal history
"""
